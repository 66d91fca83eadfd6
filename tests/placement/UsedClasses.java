//@ about: A class that was used before does not begin any more: its static fields are like others, and nothing is learnt by them.
//@ knows: other classes
class UsedClasses {
    int x;
    int y;

    static class Other {
        static int shared = Math.abs(1);
        static int more;
        static final Object LOCK = new Object();
        //~ check(write Other.shared)
    }

    static class Idle {
        static int count;
    }

    static class Below extends Other {
        static int own = Math.abs(2);
        //~ check(write Below.own)
    }

    enum Mode {
        //~ check(write new[0..2])
        FAST,
        SLOW
    }

    void twice() {
        x = 1;
        //~ check(write this.x)
        Other.shared = 2;
        y = 3;
        Other.shared = 4;
        Other.more = 5;
        //~ check(write this.y, write Other.shared, write Other.more)
    }

    void neverBegins() {
        x = 1;
        Idle.count = 2;
        y = 3;
        //~ check(write this.x/y, write Idle.count)
    }

    int onOneWay(boolean isUsed) {
        if (isUsed) {
            x = Other.shared;
            //~ check(write this.x)
        }
        y = 1;
        //~ check(write this.y)
        return Other.more;
    }

    boolean modes(Mode mode) {
        boolean isFast = mode == Mode.FAST;
        x = 1;
        boolean isSlow = mode == Mode.SLOW;
        y = 2;
        //~ check(write this.x/y)
        return isFast || isSlow;
    }

    /** The first one makes only the class begin that declares it. */
    int inherited() {
        int sum = Below.more;
        x = 1;
        //~ check(write this.x)
        sum += Below.own;
        y = 2;
        //~ check(write this.y)
        return sum;
    }

    /** What is made is complete when its constructor has run: not before that. */
    int made() {
        Object one = new Other();
        x = 1;
        Object two = new Other();
        y = 2;
        //~ check(write this.x/y)
        //~ check(write this.x/y)
        return one == two ? 1 : Other.more;
    }

    int inLoop(int[] numbers) {
        int sum = Other.more;
        for (int i = 0; i < numbers.length; i++) {
            sum += numbers[i] + Other.shared;
        }
        //~ check(read numbers[0..i], read Other.shared)
        return sum;
    }
}
