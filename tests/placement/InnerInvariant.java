//@ about: What an inner loop does not change waits for its end, and for the outer loop's if that does not change it.
class InnerInvariant {
    int last;

    void count(int n) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                last = j;
            }
        }
        //~ check(write this.last)
    }

    static void add(int[] a, int n) {
        for (int i = 0; i < n; i++) {
            //~ check(write a[i-1])
            for (int j = 0; j < n; j++) {
                a[i] += j;
            }
        }
    }
}
