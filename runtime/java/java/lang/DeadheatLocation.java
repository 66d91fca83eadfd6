package java.lang;

import jdk.internal.misc.Unsafe;

/** What a shadow is the shadow of: for reports, and where its words are in an object. */
final class DeadheatLocation {
    private static final Unsafe U = Unsafe.getUnsafe();
    /** For what cannot be found. */
    static final DeadheatLocation NOWHERE = new DeadheatLocation("", "", "", "");
    static final DeadheatLocation ELEMENT = new DeadheatLocation("element", "", "", "");

    /** By name and type, as the shadow fields are called. */
    static final java.util.Comparator<DeadheatLocation> BY_NAME = new java.util.Comparator<>() {
        @Override
        public int compare(DeadheatLocation one, DeadheatLocation other) {
            return mangle(one.name, one.descriptor).compareTo(mangle(other.name, other.descriptor));
        }
    };

    /** What the agent calls it: field, static, element, object. */
    final String kind;
    final String owner;
    final String name;
    final String descriptor;
    /** Offsets in the object of the field itself, the three words, and the array of shared reads; see {@link #in}. */
    long field;
    long write;
    long read;
    long sites;
    long more;
    /** The number of the field in its class's shape, and how many there are. */
    int index;
    int count;
    /** The fields that it shares its words with; null if there are none. Written before anyone else has it. */
    DeadheatGroup group;
    /** The class that declares the field; of statics: what hangs on it, whether the field is volatile or final; and its shadow. */
    Class<?> holder;
    DeadheatType type;
    boolean isVolatile;
    boolean isFinal;
    DeadheatShadow shadow;
    /** The number in a trace, 0 if none was given yet; written by whoever asks first, all the same. */
    int number;
    /** Another static field of the class; guarded by the monitor of {@link DeadheatFields}. */
    DeadheatLocation next;

    DeadheatLocation(String kind, String owner, String name, String descriptor) {
        this.kind = kind;
        this.owner = owner;
        this.name = name;
        this.descriptor = descriptor;
    }

    /** An instance field, of a class that the object's class is or extends; null if there is none. */
    static DeadheatLocation in(DeadheatThread thread, Object object, String[] parts, boolean isPlain) {
        Class<?> owner = object.getClass();
        while (owner != null && !owner.getName().equals(parts[0])) {
            owner = owner.getSuperclass();
        }
        if (owner == null) {
            return null;
        }
        if (isPlain) {
            return DeadheatShape.of(thread, owner).find(parts[1], parts[2]);
        }
        DeadheatLocation location = new DeadheatLocation("field", parts[0], parts[1], parts[2]);
        location.field = offset(owner, parts[1]);
        return location;
    }

    /** A field that a class declares; null if it has no shadow. */
    static DeadheatLocation in(Class<?> owner, String name, String descriptor) {
        DeadheatLocation location = new DeadheatLocation("field", owner.getName(), name, descriptor);
        location.holder = owner;
        location.field = U.objectFieldOffset(owner, name);
        if (DeadheatRecorder.IS_ON) {
            // Fields that the program's code names have even numbers.
            location.number = DeadheatRecorder.number(new String[] {"field", location.owner, name, descriptor, ""});
            return (location.number & 1) == 0 ? location : null;
        }
        String mangled = mangle(name, descriptor);
        return location.find(owner, mangled) || location.findShared(owner, mangled) ? location : null;
    }

    /** The state of an object of the JDK, in a class that the agent gave a shadow; null if it gave none. */
    static DeadheatLocation state(Class<?> holder, Class<?> type) {
        DeadheatLocation location = new DeadheatLocation("object", type.getName(), "", "");
        location.count = 1;
        return location.find(holder, "state") ? location : null;
    }

    /** Finds the three words and the array, if they are there. */
    private boolean find(Class<?> holder, String mangled) {
        try {
            if (DeadheatDetector.LOCKSET) {
                write = U.objectFieldOffset(holder, "$deadheat$L$" + mangled);
                read = write;
                return true;
            }
            write = U.objectFieldOffset(holder, "$deadheat$W$" + mangled);
            read = U.objectFieldOffset(holder, "$deadheat$R$" + mangled);
            sites = U.objectFieldOffset(holder, "$deadheat$S$" + mangled);
            more = U.objectFieldOffset(holder, "$deadheat$more");
            return true;
        } catch (InternalError notThere) {
            return false;
        }
    }

    /** Finds the words that the field shares with others, if it does: a mark says which. */
    private boolean findShared(Class<?> holder, String mangled) {
        for (int number = 0; find(holder, "#" + number); number++) {
            if (has(holder, "$deadheat$P$" + number + "$" + mangled)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a class has a static field. Newer JDKs say that there is no offset to be asked for, older ones give it. */
    private static boolean has(Class<?> holder, String name) {
        try {
            U.objectFieldOffset(holder, name);
            return true;
        } catch (IllegalArgumentException isStatic) {
            return true;
        } catch (InternalError notThere) {
            return false;
        }
    }

    /** Whether it stands for all fields of a group. */
    boolean isWhole() {
        return group != null && group.whole == this;
    }

    /** The offset of a field that a class declares or inherits. */
    private static long offset(Class<?> owner, String name) {
        for (Class<?> declaring = owner;; declaring = declaring.getSuperclass()) {
            try {
                return U.objectFieldOffset(declaring, name);
            } catch (InternalError notThere) {
                if (declaring.getSuperclass() == null) {
                    throw notThere;
                }
            }
        }
    }

    private static String mangle(String name, String descriptor) {
        return (name + "$" + descriptor).replace('/', '|').replace(';', ':').replace('[', '!').replace('<', '{')
                .replace('>', '}');
    }

    /** The field that a class means by a symbolic reference; null if it cannot be found. */
    static DeadheatLocation of(Class<?> from, String[] parts) {
        Class<?> named;
        try {
            named = DeadheatLoading.find(parts[0], from.getClassLoader());
        } catch (ClassNotFoundException | LinkageError missing) {
            return null;
        }
        java.lang.reflect.Field field = find(named, parts[1], parts[2]);
        if (field == null) {
            return null;
        }
        return of(field);
    }

    /** A static field. */
    static DeadheatLocation of(java.lang.reflect.Field field) {
        int modifiers = field.getModifiers();
        DeadheatLocation location = new DeadheatLocation("static", field.getDeclaringClass().getName(),
                field.getName(), field.getType().descriptorString());
        location.holder = field.getDeclaringClass();
        location.type = DeadheatType.of(location.holder);
        location.isVolatile = java.lang.reflect.Modifier.isVolatile(modifiers);
        location.isFinal = java.lang.reflect.Modifier.isFinal(modifiers);
        location.field = U.staticFieldOffset(field);
        location.shadow = new DeadheatShadow(1);
        return location;
    }

    /** Field resolution of the JVM specification, 5.4.3.2. */
    private static java.lang.reflect.Field find(Class<?> named, String name, String descriptor) {
        for (java.lang.reflect.Field field : DeadheatLoading.fields(named)) {
            if (field.getName().equals(name) && field.getType().descriptorString().equals(descriptor)) {
                return field;
            }
        }
        for (Class<?> face : named.getInterfaces()) {
            java.lang.reflect.Field field = find(face, name, descriptor);
            if (field != null) {
                return field;
            }
        }
        Class<?> parent = named.getSuperclass();
        return parent == null ? null : find(parent, name, descriptor);
    }
}
