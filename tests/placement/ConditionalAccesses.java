//@ about: What a loop accesses in some turns only is checked in those, the rest as a range.
class ConditionalAccesses {
    static void clamp(int[] a, int n) {
        for (int i = 0; i < n; i++) {
            if (a[i] < 0) {
                a[i] = 0;
                //~ check(write a[i])
            }
        }
        //~ check(read a[0..i])
    }

    static int even(int[] a, int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            if ((i & 1) == 0) {
                sum += a[i];
                //~ check(read a[i])
            }
        }
        return sum;
    }

    static void either(int[] a, int n) {
        for (int i = 0; i < n; i++) {
            if ((i & 1) == 0) {
                a[i] = 1;
            } else {
                a[i] = 2;
            }
        }
        //~ check(write a[0..i])
    }
}
