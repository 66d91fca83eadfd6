package java.lang;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;

import jdk.internal.misc.Unsafe;

/** Variables that are read or written by reflection or by handles: which they are. What cannot be found out is left. */
final class DeadheatVariables {
    private static final Unsafe U = Unsafe.getUnsafe();

    private DeadheatVariables() {
    }

    static void access(DeadheatThread thread, Object handle, Object base, int index, boolean isWrite, int site) {
        if (base != null && base.getClass().isArray()) {
            boolean isElement = handle.getClass().getSimpleName().equals("Array");
            if (isElement) {
                DeadheatElements.element(thread, base, index, isWrite, site);
            }
            return;
        }
        DeadheatEntry.More entry = DeadheatTable.of(thread, handle).more();
        DeadheatLocation at = entry.variable;
        if (at == null) {
            at = find(thread, handle, base);
            entry.variable = at;
        }
        if (at.shadow != null && !at.isVolatile && !at.isFinal) {
            access(thread, at.shadow, 0, at, null, isWrite, site);
        } else if (at.shadow == null && base != null && at.holder != null && at.holder.isInstance(base)) {
            access(thread, base, at, isWrite, site);
        }
    }

    private static DeadheatLocation find(DeadheatThread thread, Object handle, Object base) {
        thread.quiet++;
        try {
            DeadheatLocation found =
                    handle instanceof Field ? of((Field) handle, thread) : of(initialised(handle), base, thread);
            return found == null ? DeadheatLocation.NOWHERE : found;
        } finally {
            thread.quiet--;
        }
    }

    private static void access(DeadheatThread thread, DeadheatShadow shadow, int index, DeadheatLocation at,
            Object object, boolean isWrite, int site) {
        if (DeadheatRecorder.IS_ON) {
            DeadheatEvents.variable(thread, null, at, isWrite, site);
        } else if (isWrite) {
            shadow.write(thread, index, site, at, object);
        } else {
            shadow.read(thread, index, site, at, object);
        }
    }

    private static void access(DeadheatThread thread, Object base, DeadheatLocation at, boolean isWrite, int site) {
        if (DeadheatRecorder.IS_ON) {
            DeadheatEvents.variable(thread, base, at, isWrite, site);
        } else if (at.group != null) {
            at.group.access(thread, base, at, isWrite, site);
        } else if (isWrite) {
            DeadheatShadow.write(thread, base, at.write, at.read, at.sites, base, at.more, at.index, site, at, base);
        } else {
            DeadheatShadow.read(thread, base, at.write, at.read, at.sites, base, at.more, at.index, at.count, site, at,
                    base);
        }
    }

    private static DeadheatLocation of(Field field, DeadheatThread thread) {
        if (Modifier.isStatic(field.getModifiers())) {
            return DeadheatFields.staticField(DeadheatLocation.of(field));
        }
        DeadheatShape shape = DeadheatShape.of(thread, field.getDeclaringClass());
        return shape.find(field.getName(), field.getType().descriptorString());
    }

    /** The variable of a handle: the JDK's handles of fields have the offset, those of statics the class, too. */
    private static DeadheatLocation of(Object handle, Object base, DeadheatThread thread) {
        long at = offset(handle, "fieldOffset");
        if (at < 0) {
            return null;
        }
        long offset = U.getLong(handle, at);
        for (Class<?> type = holder(handle, base); type != null; type = type.getSuperclass()) {
            for (Field field : DeadheatLoading.fields(type)) {
                boolean isStatic = Modifier.isStatic(field.getModifiers());
                if (isStatic == (base == null)
                        && (isStatic ? U.staticFieldOffset(field) : U.objectFieldOffset(field)) == offset) {
                    return of(field, thread);
                }
            }
        }
        return null;
    }

    /** What is behind a handle of a class that was not initialised when the handle was made. */
    private static Object initialised(Object handle) {
        boolean isLazy = handle.getClass().getSimpleName().equals("LazyInitializingVarHandle");
        long at = isLazy ? offset(handle, "target") : -1;
        return at < 0 ? handle : U.getReference(handle, at);
    }

    private static Class<?> holder(Object handle, Object base) {
        if (base != null) {
            return base.getClass();
        }
        long at = offset(handle, "base");
        Object found = at < 0 ? null : U.getReference(handle, at);
        return found instanceof Class ? (Class<?>) found : null;
    }

    private static long offset(Object handle, String name) {
        for (Class<?> type = handle.getClass(); type != null; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (field.getName().equals(name)) {
                    return U.objectFieldOffset(field);
                }
            }
        }
        return -1;
    }
}
