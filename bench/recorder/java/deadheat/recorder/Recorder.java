package deadheat.recorder;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * All facts of the run, by number, and what the numbers stand for.
 *
 * <p>The rewriter numbers methods, instructions and fields as it meets them; rewritten code passes the
 * numbers. A class that two loaders load is numbered twice, and becomes one again in the output. Nothing
 * here calls the application: of its objects only the classes are looked at.
 */
public final class Recorder {
    /** More instructions than this are not numbered: the classes that come then are left as they are. */
    private static final int MOST_SITES = 1 << 22;

    /** How a method was entered, besides from where: the low bits of {@link #EDGES}. */
    static final int PLAIN = 0;

    static final int SAME_RECEIVER = 1;
    static final int LAMBDA_RECEIVER = 2;
    static final int OTHER_RECEIVER = 3;

    /** Which instructions were executed. Set without synchronisation: only true is ever written. */
    static final boolean[] hit = new boolean[MOST_SITES];

    /** Site in the high half, method and way in the low one. */
    static final Set<Long> EDGES = ConcurrentHashMap.newKeySet();

    static final Set<Seen> SEEN = ConcurrentHashMap.newKeySet();
    static final Set<Reflected> REFLECTED = ConcurrentHashMap.newKeySet();
    static final Map<String, ClassInfo> CLASSES = new ConcurrentHashMap<>();
    static final Map<String, String> UNTOUCHED = new ConcurrentHashMap<>();
    static final Set<String> GENERATED = ConcurrentHashMap.newKeySet();

    /** The three tables are guarded by this class. Number 0 is none. */
    private static final List<Method> METHODS = new ArrayList<>();

    private static final List<Site> SITES = new ArrayList<>();
    private static final List<Field> FIELDS = new ArrayList<>();

    private static final ThreadLocal<State> STATE = new ThreadLocal<>() {
        @Override
        protected State initialValue() {
            return new State();
        }
    };

    static {
        METHODS.add(null);
        SITES.add(null);
        FIELDS.add(null);
    }

    private Recorder() {}

    /** A method of the application. */
    record Method(String owner, String name, String descriptor) {
        @Override
        public String toString() {
            return owner + '\t' + name + '\t' + descriptor;
        }
    }

    /** An instruction of the application; what it names, or of allocations the class in {@code owner}. */
    record Site(int method, int offset, int opcode, String owner, String name, String descriptor) {}

    /** A field as an instruction names it. */
    record Field(String owner, String name, String descriptor) {}

    /** A class that an instruction (or, complemented, a field) was seen with. */
    record Seen(int key, Class<?> type) {}

    /** What a reflective call was about. */
    record Reflected(int site, Object target) {}

    /** What resolution needs of a class of the application. */
    record ClassInfo(String superName, Set<String> methods, Set<String> fields) {}

    /** The state of the current thread. */
    public static State state() {
        return STATE.get();
    }

    public static void register(String name, String superName, Set<String> methods, Set<String> fields) {
        CLASSES.put(name, new ClassInfo(superName, methods, fields));
    }

    /** A class or method that runs as it is, and why. */
    public static void untouched(String name, String reason) {
        UNTOUCHED.put(name, reason);
    }

    /** A class that came from no file or jar. */
    public static void generated(String name) {
        GENERATED.add(name);
    }

    public static synchronized int method(String owner, String name, String descriptor) {
        METHODS.add(new Method(owner, name, descriptor));
        return METHODS.size() - 1;
    }

    public static synchronized int site(int method, int offset, int opcode, String owner, String name, String desc) {
        if (SITES.size() == MOST_SITES) {
            throw new IllegalStateException("more than " + MOST_SITES + " instructions");
        }
        SITES.add(new Site(method, offset, opcode, owner, name, desc));
        return SITES.size() - 1;
    }

    public static synchronized int field(String owner, String name, String descriptor) {
        FIELDS.add(new Field(owner, name, descriptor));
        return FIELDS.size() - 1;
    }

    static synchronized Method methodOf(int number) {
        return METHODS.get(number);
    }

    static synchronized Site siteOf(int number) {
        return SITES.get(number);
    }

    static synchronized Field fieldOf(int number) {
        return FIELDS.get(number);
    }

    static synchronized int sites() {
        return SITES.size();
    }

    static void entered(long key) {
        EDGES.add(key);
    }

    static void saw(int key, Class<?> type) {
        SEEN.add(new Seen(key, type));
    }

    static void reflected(int site, Object target) {
        REFLECTED.add(new Reflected(site, target));
    }
}
