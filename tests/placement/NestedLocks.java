//@ about: An inner lock is an acquire and a release for what the outer one guards.
class NestedLocks {
    int outer;
    int inner;
    final Object first = new Object();
    final Object second = new Object();

    void both() {
        synchronized (first) {
            outer = 1;
            //~ check(write this.outer)
            synchronized (second) {
                inner = 2;
                //~ check(write this.inner)
            }
            outer = 3;
            //~ check(write this.outer)
        }
    }

    int twice() {
        int sum;
        synchronized (first) {
            sum = outer;
            //~ check(read this.outer)
            synchronized (second) {
                sum += outer;
            }
        }
        return sum;
    }
}
