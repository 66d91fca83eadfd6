//@ about: An unrolled loop that goes down.
class UnrolledDown {
    static void clear(int[] a, int n) {
        for (int i = n - 1; i > 0; i -= 2) {
            a[i] = 0;
            a[i - 1] = 0;
        }
        //~ check(write a[i+1..n])
    }
}
