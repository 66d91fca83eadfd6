//@ shares: Inner.low/width Inner$Mate.x/y Point.x/y Span.from/to Tree.left/right/size

/** Fields that are always checked together. */
class Point {
    private int x;
    private int y;

    Point(int x, int y) {
        this.x = x;
        this.y = y;
        //~ check(write this.x/y)
    }

    void move(int by) {
        x = by;
        y = by;
        //~ check(write this.x/y)
    }

    int sum() {
        int first = x;
        int second = y;
        //~ check(read this.x/y)
        return first + second;
    }

    static void copy(Point from, Point to) {
        int first = from.x;
        int second = from.y;
        to.x = first;
        to.y = second;
        //~ check(read from.x/y, write to.x/y)
    }
}

/** What is checked besides has a shadow of its own. */
class Span {
    private int from;
    private int to;
    private int step;

    void set(int from, int to, int step) {
        this.from = from;
        this.to = to;
        this.step = step;
        //~ check(write this.from/to/step)
    }

    int length() {
        int first = from;
        int last = to;
        //~ check(read this.from/to)
        return last - first;
    }
}

/** A class whose fields are of several kinds. */
class Tree {
    private Tree left;
    private Tree right;
    private long size;
    private final int key = 1;
    private volatile int version;
    private static int made;

    void put(Tree left, Tree right, long size) {
        this.left = left;
        this.right = right;
        this.size = size;
        //~ check(write this.left/right/size)
    }
}

/** Nest mates that do not name the fields, or not all. */
class Inner {
    private int low;
    private int width;
    private int known;

    void set(int by) {
        low = by;
        width = by;
        known = by;
        //~ check(write this.low/width/known)
    }

    static class Mate {
        private int x;
        private int y;

        void move(Inner of, int by) {
            x = by;
            y = by;
            //~ check(write this.x/y)
            of.known = by;
        }
    }
}
