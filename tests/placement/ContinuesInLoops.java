//@ about: Turns that go on before they access: each access is checked in its turn.
class ContinuesInLoops {
    static int skip(int[] a, int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            if (i % 3 == 0) {
                continue;
            }
            sum += a[i];
            //~ check(read a[i])
        }
        return sum;
    }

    static int after(int[] a, int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            int seen = a[i];
            if (seen < 0) {
                continue;
            }
            sum += seen;
        }
        //~ check(read a[0..i])
        return sum;
    }
}
