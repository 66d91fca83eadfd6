/** Loops inside of try and synchronized, where something may throw: a range would be checked again and again. */
class LockedLoop {
    int[] data;
    int total;
    final Object lock = new Object();

    void locked(int[] a, int n) {
        synchronized (this) {
            //~ check(write a[i-1])
            for (int i = 0; i < n; i++) {
                a[i] = i;
            }
        }
    }

    void caught(int[] a, int n) {
        try {
            //~ check(write a[i-1])
            for (int i = 0; i < n; i++) {
                a[i] = i;
            }
        } catch (RuntimeException e) {
            total = 1;
            //~ check(write this.total)
        }
    }
}
