//@ about: A loop that may not end inside one that does: nothing waits at its entry.
class OpenInCounted {
    boolean isReady;

    static int sum(OpenInCounted it, int[] a, int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += a[i];
            //~ check(read a[i], read it.isReady)
            while (!it.isReady) {
                sum++;
            }
        }
        return sum;
    }
}
