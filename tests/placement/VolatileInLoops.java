//@ about: Volatile accesses in a loop keep all from waiting for its end.
class VolatileInLoops {
    int x;
    int y;
    volatile int told;

    void hear(int n) {
        for (int i = 0; i < n; i++) {
            //~ check(write this.y)
            x = i;
            //~ check(write this.x)
            int seen = told;
            y = seen;
        }
    }

    void tell(int n) {
        for (int i = 0; i < n; i++) {
            //~ check(write this.y)
            x = i;
            //~ check(write this.x)
            told = i;
            y = i;
        }
    }

    void tellRange(int[] a, int n) {
        for (int i = 0; i < n; i++) {
            a[i] = i;
            //~ check(write a[i])
            told = i;
        }
    }
}
