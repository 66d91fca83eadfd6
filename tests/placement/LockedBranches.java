//@ about: A lock that is taken on one of two ways.
class LockedBranches {
    int x;
    int y;

    void set(boolean locks) {
        x = 1;
        if (locks) {
            //~ check(write this.x)
            synchronized (this) {
                y = 2;
                //~ check(write this.y)
            }
        } else {
            y = 3;
            //~ check(write this.x/y)
        }
    }

    int returns(boolean c) {
        synchronized (this) {
            if (c) {
                //~ check(read this.x)
                return x;
            }
            //~ check(read this.y)
            return y;
        }
    }
}
