package java.lang;

import jdk.internal.misc.Unsafe;

/** Where the objects of a class have the shadows that the agent added to it; superclasses have shapes of their own. */
final class DeadheatShape {
    private static final Unsafe U = Unsafe.getUnsafe();
    private static final DeadheatShape EMPTY = new DeadheatShape(new DeadheatLocation[0]);

    /** The fields that are checked; of a class of the JDK, perhaps, the state of the whole object. */
    final DeadheatLocation[] plain;

    private DeadheatShape(DeadheatLocation[] plain) {
        this.plain = plain;
    }

    static DeadheatShape of(DeadheatThread thread, Class<?> type) {
        DeadheatType entry = DeadheatType.of(type);
        DeadheatShape shape = entry.shape;
        if (shape == null) {
            thread.quiet++;
            try {
                shape = entry.note(find(type));
            } finally {
                thread.quiet--;
            }
        }
        return shape;
    }

    /** The field of a name and type; null if it is not checked. */
    DeadheatLocation find(String name, String descriptor) {
        for (DeadheatLocation location : plain) {
            if (location.name.equals(name) && location.descriptor.equals(descriptor)) {
                return location;
            }
        }
        return null;
    }

    /** Forgets what happened to the object that this one is a copy of. */
    void clear(Object copy) {
        for (DeadheatLocation location : plain) {
            if (DeadheatDetector.LOCKSET) {
                U.putReference(copy, location.write, null);
                continue;
            }
            U.putLong(copy, location.write, 0);
            U.putLong(copy, location.read, 0);
            U.putReference(copy, location.more, null);
        }
    }

    private static DeadheatShape find(Class<?> type) {
        if (type.isArray() || type.isInterface()) {
            return EMPTY;
        }
        java.util.ArrayList<DeadheatLocation> found = new java.util.ArrayList<>();
        for (java.lang.reflect.Field field : DeadheatLoading.fields(type)) {
            int modifiers = field.getModifiers();
            boolean isLeftOut = DeadheatRecorder.IS_ON
                    && (modifiers & (java.lang.reflect.Modifier.FINAL | java.lang.reflect.Modifier.VOLATILE)) != 0;
            if (!java.lang.reflect.Modifier.isStatic(modifiers) && !isLeftOut) {
                add(found, DeadheatLocation.in(type, field.getName(), field.getType().descriptorString()));
            }
        }
        // The agent has the fields in this order, too.
        found.sort(DeadheatLocation.BY_NAME);
        if (!DeadheatRecorder.IS_ON) {
            add(found, DeadheatLocation.state(type, type));
        }
        for (int at = 0; at < found.size(); at++) {
            found.get(at).index = at;
            found.get(at).count = found.size();
            if (DeadheatDetector.LOCKSET && !DeadheatDetector.FIELDS) {
                found.get(at).write = found.get(0).write;
            }
        }
        DeadheatGroup.gather(found);
        return found.isEmpty() ? EMPTY : new DeadheatShape(found.toArray(new DeadheatLocation[0]));
    }

    private static void add(java.util.ArrayList<DeadheatLocation> found, DeadheatLocation location) {
        if (location != null) {
            found.add(location);
        }
    }
}
