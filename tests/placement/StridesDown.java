//@ about: Loops that go down by more than one.
class StridesDown {
    static int sum(int[] a, int n) {
        int sum = 0;
        for (int i = n; i > 0; i -= 3) {
            sum += a[i];
        }
        //~ check(read a[i+3..n+1:3])
        return sum;
    }

    static void mirrored(int[] a, int n) {
        for (int i = 0; i < n; i++) {
            a[n - i] = i;
        }
        //~ check(write a[n-i+1..n+1])
    }
}
