//@ about: Methods that call themselves, with and without a lock.
class Recursion {
    int depth;
    int locked;

    private int down(int n) {
        depth = n;
        if (n > 0) {
            down(n - 1);
        }
        //~ check(write this.depth)
        return n;
    }

    private void lockDown(int n) {
        locked = n;
        //~ check(write this.locked)
        synchronized (this) {
        }
        if (n > 0) {
            lockDown(n - 1);
        }
    }

    private boolean isEven(int n) {
        depth = n;
        //~ check(write this.depth)
        return n == 0 || isOdd(n - 1);
    }

    private boolean isOdd(int n) {
        depth = n;
        //~ check(write this.depth)
        return n != 0 && isEven(n - 1);
    }
}
