package java.lang;

import java.lang.ref.WeakReference;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;

/**
 * Calls on objects of the JDK that two threads must not use at once: a call reads or writes the object as a whole.
 *
 * <p>What a call does is known to the agent, by the models; it depends on the receiver's class, and is asked for once for
 * each. A call on a view (a sublist, a key set) is one on what it is a view of. How to get there is learnt from the first
 * view of a class that is made: by which field it has the other object; if there is none, each view is noted.
 */
final class DeadheatCalls {
    private static final Unsafe U = Unsafe.getUnsafe();
    private static final int CALL = 2;
    /** Views of views, and so on. */
    private static final int DEEPEST = 8;
    /** Classes of receivers that a call is prepared for. */
    private static final int MOST_TYPES = 64;
    /** Elements of an array that are asked for their text. */
    private static final int MOST_ASKED = 64;
    private static final int IS_WRITE = 1;
    private static final int IS_END = 2;
    private static final int IS_ALL = 4;
    private static final int ASKED_ELEMENTS = 4;
    /** In what a call does: the object is no receiver; and where its number begins. */
    private static final int IS_ARGUMENT = 4;
    private static final int OBJECT = 3;

    /** By the numbers that the agent gave out; entries are written under the monitor of the class. */
    private static Call[] calls = new Call[256];

    private DeadheatCalls() {
    }

    /** A call, and what it does for the receivers that it had so far. */
    private static final class Call {
        /** The method, if the receiver's class matters; else null. */
        final String name;
        final String parameters;
        /** Replaced as one, by whoever finds out more; what is lost when two do so at once is found out again. */
        volatile Cases cases = new Cases(new Class<?>[0], new int[0][], new Simple[0]);
        /** What it did when it was first simple; written by any thread, all of it or nothing is seen. */
        Simple simple;

        Call(String name, String parameters) {
            this.name = name;
            this.parameters = parameters;
        }
    }

    private static final class Cases {
        final Class<?>[] types;
        /** What is done with objects: see {@link #effect}. */
        final int[][] effects;
        /** The same, where it is simple; else null. */
        final Simple[] simple;

        Cases(Class<?>[] types, int[][] effects, Simple[] simple) {
            this.types = types;
            this.effects = effects;
            this.simple = simple;
        }

        /** Where a class is; negative if it is not there. */
        int find(Class<?> type) {
            for (int at = 0; at < types.length; at++) {
                if (types[at] == type) {
                    return at;
                }
            }
            return -1;
        }
    }

    /**
     * A call that reads or writes its receiver, of a class whose objects have a shadow and are no views, and nothing else; or
     * that does nothing, which is without a shadow.
     */
    private static final class Simple {
        final Class<?> type;
        final DeadheatLocation state;
        final boolean isWrite;

        Simple(Class<?> type, DeadheatLocation state, boolean isWrite) {
            this.type = type;
            this.state = state;
            this.isWrite = isWrite;
        }
    }

    /** What is known of the objects of a class. */
    static final class Kind {
        private static final Kind OTHER = new Kind('o', null, "", -1, false);

        /** The first letter of unsafe, guarded, view, other. */
        final char what;
        /** Where the shadow is, if there is one. */
        final DeadheatLocation state;
        /** The field that has the objects' lock; empty if there is none. */
        final String guard;
        /** Where objects have what they are views of: an offset, or one of the two below. Any thread may find out. */
        volatile long owner = UNKNOWN;
        /**
         * Where objects count changes of their structure, as the JDK's collections do ({@code modCount}); negative if
         * they do not. What only replaces an element or a value is no such change, and two threads may do that at once.
         */
        final long modified;
        /** Whether some of the objects are views of others of their class, which are noted. Any thread may find out. */
        volatile boolean isPart;
        static final long UNKNOWN = -1;
        static final long NOTED = -2;

        /** Whether a class of the program has methods in the place of the JDK's: what calls do that are given an object is its own affair. */
        final boolean doesOtherwise;

        Kind(char what, DeadheatLocation state, String guard, long modified, boolean doesOtherwise) {
            this.doesOtherwise = doesOtherwise;
            this.what = what;
            this.state = state;
            this.guard = guard;
            this.modified = modified;
        }
    }

    // What calls do.

    static void called(DeadheatThread thread, Object a, Object b, Object c, int number, int site) {
        Call[] known = calls;
        Call call = number < known.length ? known[number] : null;
        Simple simple = call == null ? null : call.simple;
        if (simple != null && a != null && a.getClass() == simple.type) {
            state(thread, a, simple.state, simple.isWrite, site);
        } else {
            calledElse(thread, a, b, c, number, site);
        }
    }

    @DontInline
    private static void calledElse(DeadheatThread thread, Object a, Object b, Object c, int number, int site) {
        int[] effects = effects(thread, number, a);
        Call call = calls[number];
        if (a != null) {
            Simple simple = simple(thread, call, a.getClass(), effects);
            if (simple != null) {
                if (call.simple == null) {
                    call.simple = simple;
                }
                state(thread, a, simple.state, simple.isWrite, site);
                return;
            }
        }
        for (int effect : effects) {
            int which = effect >> OBJECT;
            Object object = which == 0 ? a : which == 1 ? b : c;
            if (object != null && !((effect & IS_ARGUMENT) != 0 && kind(thread, object.getClass()).doesOtherwise)) {
                access(thread, object, (effect & 1) != 0, (effect & 2) != 0, site);
            }
        }
    }

    /** What a call does with a receiver of a class, if that is simple; else null. */
    private static Simple simple(DeadheatThread thread, Call call, Class<?> type, int[] effects) {
        if (call.name == null) {
            return call.simple == null ? simple(thread, type, effects) : null;
        }
        Cases cases = call.cases;
        int at = cases.find(type);
        return at < 0 ? null : cases.simple[at];
    }

    private static Simple simple(DeadheatThread thread, Class<?> type, int[] effects) {
        if (effects.length == 0) {
            return new Simple(type, null, false);
        }
        if (effects.length != 1 || (effects[0] & ~(IS_ARGUMENT | 1)) != 0) {
            return null;
        }
        Kind kind = kind(thread, type);
        if (kind.what == 'o' || (effects[0] & IS_ARGUMENT) != 0 && kind.doesOtherwise) {
            return new Simple(type, null, false);
        }
        boolean isSimple = kind.what == 'u' && !kind.isPart && kind.state != null
                && !java.util.SortedSet.class.isAssignableFrom(type);
        return isSimple ? new Simple(type, kind.state, (effects[0] & 1) != 0 && kind.modified < 0) : null;
    }

    /** An object is asked for its text, hash or equality; the number is that of the call. */
    static void asked(DeadheatThread thread, Object object, int how, int site) {
        if (how < ASKED_ELEMENTS) {
            if (!(object instanceof String)) {
                called(thread, object, null, null, how, site);
            }
        } else if (object instanceof Object[]) {
            Object[] all = (Object[]) object;
            for (int at = 0; at < all.length && at < MOST_ASKED; at++) {
                if (all[at] != null) {
                    asked(thread, all[at], how - ASKED_ELEMENTS, site);
                }
            }
        }
    }

    /** Elements of an array are read or written. If the numbers make no sense, the call says so and does nothing. */
    static void elements(DeadheatThread thread, Object array, int from, int number, int how, int site) {
        if (!array.getClass().isArray()) {
            return;
        }
        int length = java.lang.reflect.Array.getLength(array);
        long end = (how & IS_ALL) != 0 ? length : (how & IS_END) != 0 ? Math.min(number, length) : (long) from + number;
        if (from < 0 || end > length) {
            return;
        }
        DeadheatElements.range(thread, array, from, (int) end, 1, (how & IS_WRITE) != 0, site);
    }

    private static int[] effects(DeadheatThread thread, int number, Object receiver) {
        Call call = number < calls.length ? calls[number] : null;
        if (call == null) {
            call = prepare(thread, number);
        }
        Class<?> type = call.name == null || receiver == null ? null : receiver.getClass();
        Cases cases = call.cases;
        int at = cases.find(type);
        return at < 0 ? findOut(thread, call, number, type) : cases.effects[at];
    }

    @DontInline
    private static Call prepare(DeadheatThread thread, int number) {
        thread.quiet++;
        try {
            String[] parts = Deadheat.describe(CALL, number);
            return note(number, parts.length == 0 ? new Call(null, null) : new Call(parts[0], parts[1]));
        } finally {
            thread.quiet--;
        }
    }

    private static synchronized Call note(int number, Call call) {
        if (number >= calls.length) {
            calls = java.util.Arrays.copyOf(calls, Math.max(number + 1, 2 * calls.length));
        }
        calls[number] = call;
        return call;
    }

    @DontInline
    private static int[] findOut(DeadheatThread thread, Call call, int number, Class<?> type) {
        thread.quiet++;
        try {
            int[] effects = type == null ? effects(number, "", null) : effectsOn(call, number, type);
            Cases before = call.cases;
            int count = before.types.length;
            if (count < MOST_TYPES) {
                Class<?>[] types = java.util.Arrays.copyOf(before.types, count + 1);
                int[][] all = java.util.Arrays.copyOf(before.effects, count + 1);
                Simple[] simple = java.util.Arrays.copyOf(before.simple, count + 1);
                types[count] = type;
                all[count] = effects;
                simple[count] = type == null ? null : simple(thread, type, effects);
                call.cases = new Cases(types, all, simple);
            }
            return effects;
        } finally {
            thread.quiet--;
        }
    }

    /** What the program's own classes declare is looked at in their code. */
    private static int[] effectsOn(Call call, int number, Class<?> type) {
        Class<?> jdk = type;
        while (jdk != null && Deadheat.kind(jdk.getName(), null).length == 0) {
            jdk = jdk.getSuperclass();
        }
        if (jdk == null || jdk == type) {
            return jdk == null ? new int[0] : effects(number, jdk.getName(), null);
        }
        String declared = declared(type, jdk);
        boolean isOwn = declared == null || (" " + declared).contains(" " + call.name + call.parameters + " ");
        return isOwn ? new int[0] : effects(number, jdk.getName(), declared);
    }

    /** The methods that a class and those above declare, below one of the JDK, with a space behind each; null if that cannot be told. */
    private static String declared(Class<?> type, Class<?> jdk) {
        StringBuilder all = new StringBuilder();
        try {
            for (Class<?> own = type; own != jdk; own = own.getSuperclass()) {
                for (java.lang.reflect.Method method : DeadheatLoading.methods(own)) {
                    all.append(method.getName()).append(parameters(method)).append(' ');
                }
            }
            return all.toString();
        } catch (LinkageError missing) {
            return null;
        }
    }

    private static String parameters(java.lang.reflect.Method method) {
        StringBuilder text = new StringBuilder("(");
        for (Class<?> parameter : method.getParameterTypes()) {
            text.append(parameter.descriptorString());
        }
        return text.toString();
    }

    private static int[] effects(int number, String type, String declared) {
        String[] parts = Deadheat.effects(number, type, declared);
        int[] effects = new int[parts.length];
        for (int at = 0; at < parts.length; at++) {
            effects[at] = effect(parts[at]);
        }
        return effects;
    }

    /** The object, whether it is no receiver, whether what it belongs to is meant, whether it is written. */
    private static int effect(String text) {
        char letter = text.charAt(0);
        int isOwner = letter == 'R' || letter == 'W' ? 2 : 0;
        int isWrite = letter == 'w' || letter == 'W' ? 1 : 0;
        return (text.charAt(1) - '0') << OBJECT | (text.length() > 2 ? IS_ARGUMENT : 0) | isOwner | isWrite;
    }

    // The objects.

    private static void access(DeadheatThread thread, Object object, boolean isWrite, boolean isOwner, int site) {
        Object target = target(thread, object, isOwner, site);
        if (target != null) {
            Kind kind = kind(thread, target.getClass());
            // Whether the call changes it is seen after the call; what belongs to it surely does.
            state(thread, target, kind.state, isWrite && (isOwner || kind.modified < 0), site);
        }
    }

    /** How often an object's structure was changed, if it counts that. */
    static int modified(DeadheatThread thread, Object object) {
        Object target = target(thread, object, false, -1);
        Kind kind = target == null ? Kind.OTHER : kind(thread, target.getClass());
        return kind.modified < 0 ? 0 : U.getInt(target, kind.modified);
    }

    /** A call that may change an object has ended; what the program's own class does is seen in its code. */
    static void changed(DeadheatThread thread, Object object, int before, int number, int site) {
        Object target = target(thread, object, false, -1);
        Kind kind = target == null ? Kind.OTHER : kind(thread, target.getClass());
        if (kind.modified >= 0 && U.getInt(target, kind.modified) != before && effects(thread, number, object).length != 0) {
            state(thread, target, kind.state, true, site);
        }
    }

    /** The object whose state a call is about, if it has one: itself, what it is a view of, or what it belongs to. */
    private static Object target(DeadheatThread thread, Object object, boolean isOwner, int site) {
        Kind kind = kind(thread, object.getClass());
        return kind.what == 'u' && !isOwner && !kind.isPart ? object : behind(thread, object, kind, isOwner, site);
    }

    @DontInline
    private static Object behind(DeadheatThread thread, Object object, Kind first, boolean isOwner, int site) {
        Kind kind = first;
        Object target = object;
        boolean isMeant = isOwner;
        for (int depth = 0; depth < DEEPEST; depth++) {
            Object whole = !isMeant && kind.isPart ? noted(thread, target) : null;
            if (whole != null) {
                target = whole;
                kind = kind(thread, target.getClass());
                continue;
            }
            if (!isMeant && kind.what == 'u' || isOwner && depth == 1 && kind.what == 'g') {
                return target;
            }
            if (!isMeant && kind.what == 'g' && site >= 0) {
                // It tells itself when it has its lock.
                thread.callee = target;
                thread.callSite = site;
            }
            if (!isMeant && kind.what != 'v') {
                return null;
            }
            target = owner(thread, target, kind);
            if (target == null) {
                return null;
            }
            kind = kind(thread, target.getClass());
            isMeant = false;
        }
        return null;
    }

    /** A call on an object that has taken its lock: it is about the object, or about what it wraps. */
    static void guarded(DeadheatThread thread, Object object, boolean isWrite, int site) {
        Kind kind = kind(thread, object.getClass());
        if (kind.guard.isEmpty()) {
            state(thread, object, kind.state, isWrite, site);
        } else {
            access(thread, object, isWrite, true, site);
        }
    }

    private static void state(DeadheatThread thread, Object object, DeadheatLocation at, boolean isWrite, int site) {
        if (DeadheatRecorder.IS_ON) {
            DeadheatEvents.state(thread, object, at, isWrite, site);
            return;
        }
        if (at == null
                || !DeadheatDetector.LOCKSET && U.getLong(object, isWrite ? at.write : at.read) == thread.epoch) {
            return;
        }
        if (isWrite) {
            DeadheatShadow.write(thread, object, at.write, at.read, at.sites, object, at.more, 0, site, at, object);
        } else {
            DeadheatShadow.read(thread, object, at.write, at.read, at.sites, object, at.more, 0, 1, site, at, object);
        }
    }

    static Kind kind(DeadheatThread thread, Class<?> type) {
        DeadheatType entry = DeadheatType.of(type);
        Kind kind = entry.kind;
        return kind == null ? findOut(thread, entry, type) : kind;
    }

    @DontInline
    private static Kind findOut(DeadheatThread thread, DeadheatType entry, Class<?> type) {
        thread.quiet++;
        try {
            Kind kind = findOut(type);
            entry.kind = kind;
            return kind;
        } finally {
            thread.quiet--;
        }
    }

    private static Kind findOut(Class<?> type) {
        if (type.isArray()) {
            return Kind.OTHER;
        }
        for (Class<?> above = type; above != null; above = above.getSuperclass()) {
            if (Deadheat.kind(above.getName(), null).length != 0) {
                String declared = above == type ? null : declared(type, above);
                String[] parts = Deadheat.kind(above.getName(), declared);
                char what = parts[0].charAt(0);
                // What the program makes of an abstract class is its own affair.
                boolean isOwn = what == 'v' && above != type;
                boolean doesOtherwise = above != type && (declared == null || !parts[3].isEmpty());
                return isOwn ? Kind.OTHER
                        : new Kind(what, location(type, parts[1]), parts[2], modified(type), doesOtherwise);
            }
        }
        return Kind.OTHER;
    }

    private static long modified(Class<?> type) {
        for (Class<?> above = type; above != null; above = above.getSuperclass()) {
            try {
                return U.objectFieldOffset(above, "modCount");
            } catch (InternalError notThere) {
                // Perhaps above.
            }
        }
        return -1;
    }

    private static DeadheatLocation location(Class<?> type, String holder) {
        for (Class<?> above = type; above != null; above = above.getSuperclass()) {
            if (above.getName().equals(holder)) {
                return DeadheatLocation.state(above, type);
            }
        }
        return null;
    }

    // Views.

    /** An object was given back that is a view of another one. */
    @DontInline
    static void viewed(DeadheatThread thread, Object view, Object of) {
        Kind kind = kind(thread, view.getClass());
        // A part of a sorted set, or the set backwards, has nothing of its own, though it is a set itself.
        if (kind.what == 'u' && view != of && view instanceof java.util.SortedSet) {
            kind.isPart = true;
            DeadheatTable.of(thread, view).more().owner = new WeakReference<>(of);
            return;
        }
        // No call on a buffer is about what it is a view of, and there are many.
        if (view == of || kind.what == 'o' || kind.owner >= 0 || view instanceof java.nio.Buffer) {
            return;
        }
        find(thread, view, of, kind);
        if (kind.owner == Kind.NOTED) {
            DeadheatTable.of(thread, view).more().owner = new WeakReference<>(of);
        }
    }

    private static void find(DeadheatThread thread, Object view, Object of, Kind kind) {
        if (kind.owner == Kind.UNKNOWN) {
            thread.quiet++;
            try {
                kind.owner = findOwner(thread, view, of, kind);
            } finally {
                thread.quiet--;
            }
        }
    }

    private static Object owner(DeadheatThread thread, Object view, Kind kind) {
        find(thread, view, null, kind);
        if (kind.owner >= 0) {
            return U.getReference(view, kind.owner);
        }
        return kind.owner == Kind.NOTED ? noted(thread, view) : null;
    }

    private static Object noted(DeadheatThread thread, Object view) {
        DeadheatEntry entry = DeadheatTable.find(thread, view);
        return entry == null ? null : entry.owner();
    }

    /**
     * The field by which a view has what it is a view of, or what that is a view of. What wraps another object, and has
     * a lock, has it in its first field; what was not seen when it was made may be an inner class's.
     */
    private static long findOwner(DeadheatThread thread, Object view, Object of, Kind kind) {
        Object wanted = kind.guard.isEmpty() ? of : null;
        for (int depth = 0; depth < DEEPEST && wanted != null; depth++) {
            for (Class<?> type = view.getClass(); type != null; type = type.getSuperclass()) {
                for (java.lang.reflect.Field field : type.getDeclaredFields()) {
                    if (isObject(field) && U.getReference(view, U.objectFieldOffset(field)) == wanted) {
                        return U.objectFieldOffset(field);
                    }
                }
            }
            wanted = owner(thread, wanted, kind(thread, wanted.getClass()));
        }
        for (Class<?> type = view.getClass(); type != null; type = type.getSuperclass()) {
            for (java.lang.reflect.Field field : type.getDeclaredFields()) {
                boolean isWrapped = !kind.guard.isEmpty() && !field.getName().equals(kind.guard);
                if (isObject(field) && (isWrapped || field.getName().equals("this$0"))) {
                    return U.objectFieldOffset(field);
                }
            }
        }
        return Kind.NOTED;
    }

    private static boolean isObject(java.lang.reflect.Field field) {
        return !field.getType().isPrimitive() && !java.lang.reflect.Modifier.isStatic(field.getModifiers());
    }
}
