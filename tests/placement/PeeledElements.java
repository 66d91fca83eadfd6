//@ about: An element is checked once if neither the array nor the index changes in the loop.
//@ placement: choi
class PeeledElements {
    int[] field;

    static void constant(int[] a, long[] wide, int n) {
        for (int i = 0; i < n; i++) {
            //~ check(first write a[3])
            a[3] = i;
            //~ check(first write wide[0])
            wide[0] = i;
        }
    }

    static int invariant(int[] a, int k, int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            //~ check(first read a[2*k+1])
            sum += a[2 * k + 1];
            //~ check(read a[i])
            sum += a[i];
        }
        return sum;
    }

    static void matrix(int[] a, int[] b, int n) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                //~ check(read b[j])
                //~ check(first read a[i])
                //~ check(first write a[i])
                a[i] += b[j];
            }
        }
    }

    // The array is loaded anew.
    void loaded(int n) {
        for (int i = 0; i < n; i++) {
            //~ check(first read this.field)
            //~ check(write this.field[0])
            field[0] = i;
        }
    }

    static void objects(Object[] a, Object one, int n) {
        for (int i = 0; i < n; i++) {
            //~ check(first write a[0])
            a[0] = one;
        }
    }
}
