//@ shares: nothing

/** Each field is accessed without the other somewhere. */
class OneAlone {
    private int x;
    private int y;

    void move(int by) {
        x = by;
        y = by;
        //~ check(write this.x/y)
    }

    int first() {
        int first = x;
        //~ check(read this.x)
        return first;
    }
}

/** Fields that are written together, but one is read while the other is written. */
class OtherKind {
    private int x;
    private int y;

    void move(int by) {
        x = by;
        y = by;
        //~ check(write this.x/y)
    }

    void follow() {
        x = y;
        //~ check(read this.y, write this.x)
    }
}

/** Of two objects each field is checked by itself. */
class OtherObject {
    private int x;
    private int y;

    static void cross(OtherObject one, OtherObject other) {
        one.x = 1;
        other.y = 2;
        //~ check(write one.x, write other.y)
    }
}

/** A lock in between. */
class InBetween {
    private int x;
    private int y;

    void move(Object lock, int by) {
        x = by;
        //~ check(write this.x)
        synchronized (lock) {
            by++;
        }
        y = by;
        //~ check(write this.y)
    }
}

/** Other classes may access them. */
class NotPrivate {
    int x;
    protected int y;

    void move(int by) {
        x = by;
        y = by;
        //~ check(write this.x/y)
    }
}

/** A nest mate does. */
class Outer {
    private int x;
    private int y;

    void move(int by) {
        x = by;
        y = by;
        //~ check(write this.x/y)
    }

    static class Mate {
        private int x;
        private int y;

        void move(int by) {
            x = by;
            y = by;
            //~ check(write this.x/y)
        }

        int first(Outer of) {
            return of.x;
        }
    }

    static class Other {
        int second(Mate of) {
            return of.y;
        }
    }
}
