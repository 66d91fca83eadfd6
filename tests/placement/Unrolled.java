//@ about: The accesses of an unrolled loop fill each other's gaps.
class Unrolled {
    static int sum(int[] a, int n) {
        int sum = 0;
        for (int i = 0; i < n; i += 4) {
            sum += a[i];
            sum += a[i + 1];
            sum += a[i + 2];
            sum += a[i + 3];
        }
        //~ check(read a[0..i])
        return sum;
    }

    static void everyOther(int[] a, int n) {
        for (int i = 0; i < n; i += 4) {
            a[i] = 1;
            a[i + 2] = 2;
        }
        //~ check(write a[0..i:2])
    }
}
