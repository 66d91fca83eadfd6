//@ about: Exceptions that leave a loop find what the turns before have accessed.
class ThrownInLoops {
    int last;

    static int sum(int[] a, int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            //~ throw(read a[0..i])
            sum += a[i];
        }
        //~ check(read a[0..i])
        return sum;
    }

    void divide(int n, int divisor) {
        for (int i = 0; i < n; i++) {
            last = i;
            //~ throw(write this.last)
            int quotient = i / divisor;
        }
        //~ check(write this.last)
    }

    static void fail(int[] a, int n) {
        for (int i = 0; i < n; i++) {
            //~ throw(read a[0..i])
            if (a[i] < 0) {
                //~ check(read a[0..i+1])
                throw new IllegalStateException();
            }
        }
        //~ check(read a[0..i])
    }
}
