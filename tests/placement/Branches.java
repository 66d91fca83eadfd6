//@ about: Branches with different accesses are checked where they end, those with the same accesses behind them.
class Branches {
    int x;
    int y;
    int z;

    void different(boolean c) {
        if (c) {
            x = 1;
            //~ check(write this.x)
        } else {
            y = 2;
            //~ check(write this.y)
        }
        z = 3;
        //~ check(write this.z)
    }

    void same(boolean c) {
        if (c) {
            x = 1;
        } else {
            x = 2;
        }
        z = 3;
        //~ check(write this.x/z)
    }

    int readOrWritten(boolean c) {
        int seen = 0;
        if (c) {
            seen = x;
        } else {
            x = 2;
            //~ check(write this.x)
        }
        z = 3;
        //~ check(read this.x, write this.z)
        return seen;
    }

    void anticipated(boolean c) {
        if (c) {
            x = 1;
        }
        x = 2;
        //~ check(write this.x)
    }

    int before(boolean c) {
        int seen = x;
        if (c) {
            x = seen + 1;
            //~ check(write this.x)
        }
        //~ check(read this.x)
        return seen;
    }
}
