//@ about: A loop that waits for a volatile field, and what comes before and behind.
class VolatileSpin {
    int before;
    int behind;
    volatile boolean isReady;

    int await() {
        before = 1;
        //~ check(write this.before)
        while (!isReady) {
            Thread.onSpinWait();
        }
        //~ check(read this.behind)
        return behind;
    }
}
