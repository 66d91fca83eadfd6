//@ about: Indices that are multiples of the variable.
class FactorsInIndices {
    static int pairs(int[] a, int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += a[2 * i] + a[2 * i + 1];
        }
        //~ check(read a[0..2*i])
        return sum;
    }

    static int shifted(int[] a, int n) {
        int sum = 0;
        for (int i = 1; i < n; i++) {
            sum += a[(i << 2) - 1];
        }
        //~ check(read a[3..4*i-1:4])
        return sum;
    }

    static void downwards(int[] a, int n) {
        for (int i = 0; i < n; i++) {
            a[100 - 2 * i] = i;
        }
        //~ check(write a[-2*i+102..101:2])
    }
}
