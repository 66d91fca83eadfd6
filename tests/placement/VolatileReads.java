//@ about: A volatile read is an acquire: checks before it, and they hold behind it.
class VolatileReads {
    int x;
    int y;
    volatile boolean isReady;

    int get() {
        if (isReady) {
            //~ check(read this.x/y)
            return x + y;
        }
        return 0;
    }

    int readAgain() {
        int sum = x;
        //~ check(read this.x)
        if (isReady) {
            sum += x;
        }
        return sum;
    }

    void writeAgain() {
        int old = x;
        //~ check(read this.x)
        if (isReady) {
            x = old + 1;
            //~ check(write this.x)
        }
    }
}
