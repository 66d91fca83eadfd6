/**
 * Assertions about the points-to and call-graph analysis, written into the analysed program. The methods do
 * nothing at run time; the checker finds their calls in the compiled code and compares them with the result.
 * {@code tests/points-to/README.md} defines sites, method names and the meaning of each assertion.
 *
 * <p>An assertion holds for every k of the program's header, unless it is made through {@link #k} or
 * {@link #fromK}. The engines do not look into this class.
 */
public final class Expect {
    private Expect() {
    }

    /** In all contexts together, the sites of what v may point to are exactly these. */
    public static void pointsTo(Object v, String... sites) {
    }

    /** In all contexts together, v may point to objects of at least these sites. */
    public static void mayPointTo(Object v, String... sites) {
    }

    /** In no context does v point to an object of one of these sites. */
    public static void neverPointsTo(Object v, String... sites) {
    }

    /** In no context does v point to any object. */
    public static void pointsToNothing(Object v) {
    }

    /** In no context do a and b share an abstract object. */
    public static void distinct(Object a, Object b) {
    }

    /** In some context, a and b share an abstract object. */
    public static void mayAlias(Object a, Object b) {
    }

    /** The number of abstract objects that v may point to, all contexts together. */
    public static void objects(Object v, int count) {
    }

    /** The next call in this method leads to exactly these application methods; to none, if none is given. */
    public static void calls(String... methods) {
    }

    /** The next call in this method leads to at least these application methods. */
    public static void mayCall(String... methods) {
    }

    /** The next call in this method leads to none of these application methods. */
    public static void neverCalls(String... methods) {
    }

    /** The analysis takes each of these methods for reachable. */
    public static void reachable(String... methods) {
    }

    /** The analysis takes none of these methods for reachable. */
    public static void unreachable(String... methods) {
    }

    /** Assertions that hold for these k. */
    public static For k(int... ks) {
        return new For();
    }

    /** Assertions that hold for this k and all larger ones. */
    public static For fromK(int k) {
        return new For();
    }

    /** The assertions for some k; they mean what the static ones of the same name mean. */
    public static final class For {
        private For() {
        }

        /** See {@link Expect#pointsTo}. */
        public void pointsTo(Object v, String... sites) {
        }

        /** See {@link Expect#mayPointTo}. */
        public void mayPointTo(Object v, String... sites) {
        }

        /** See {@link Expect#neverPointsTo}. */
        public void neverPointsTo(Object v, String... sites) {
        }

        /** See {@link Expect#pointsToNothing}. */
        public void pointsToNothing(Object v) {
        }

        /** See {@link Expect#distinct}. */
        public void distinct(Object a, Object b) {
        }

        /** See {@link Expect#mayAlias}. */
        public void mayAlias(Object a, Object b) {
        }

        /** See {@link Expect#objects}. */
        public void objects(Object v, int count) {
        }

        /** See {@link Expect#calls}. */
        public void calls(String... methods) {
        }

        /** See {@link Expect#mayCall}. */
        public void mayCall(String... methods) {
        }

        /** See {@link Expect#neverCalls}. */
        public void neverCalls(String... methods) {
        }

        /** See {@link Expect#reachable}. */
        public void reachable(String... methods) {
        }

        /** See {@link Expect#unreachable}. */
        public void unreachable(String... methods) {
        }
    }
}
