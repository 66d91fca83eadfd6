//@ about: Two loops over one array are two ranges.
class CopiedLoops {
    static void twice(int[] a, int n) {
        for (int i = 0; i < n; i++) {
            a[i] = 1;
        }
        for (int j = 0; j < n; j++) {
            a[j] = 2;
        }
        //~ check(write a[0..i], write a[0..j])
    }

    static int between(int[] a, int n, Object lock) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += a[i];
        }
        //~ check(read a[0..i])
        synchronized (lock) {
            sum++;
        }
        return sum;
    }
}
