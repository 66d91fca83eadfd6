//@ about: An element that stays the same is checked once for all turns of a loop.
class InvariantElements {
    static void last(int[] a, int[] result, int n) {
        for (int i = 0; i < n; i++) {
            result[0] = a[i];
        }
        //~ check(read a[0..i], write result[0])
    }

    static int pivot(int[] a, int at, int n) {
        int count = 0;
        for (int i = 0; i < n; i++) {
            if (i != at) {
                count += a[at];
            }
        }
        //~ check(read a[at])
        return count;
    }
}
