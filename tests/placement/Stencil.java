//@ about: Ranges that lie beside each other, or between each other, are one.
class Stencil {
    static void smooth(double[] from, double[] to) {
        for (int i = 1; i < from.length - 1; i++) {
            to[i] = from[i - 1] + from[i] + from[i + 1];
        }
        //~ check(read from[0..i+1], write to[1..i])
    }

    static int pairs(int[] a, int n) {
        int sum = 0;
        int at = 0;
        for (int i = 0; i < n; i++) {
            sum += a[at++];
            sum -= a[at++];
        }
        //~ check(read a[0..at])
        return sum;
    }

    static int everyOther(int[] a, int n) {
        int sum = 0;
        for (int i = 0; i < n; i += 2) {
            sum += a[i];
        }
        //~ check(read a[0..i:2])
        return sum;
    }

    static void downwards(int[] a, int n) {
        for (int i = n - 1; i >= 0; i--) {
            a[i] = i;
        }
        //~ check(write a[i+1..n])
    }
}
