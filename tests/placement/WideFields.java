//@ about: Fields and elements of two words.
class WideFields {
    long x;
    double y;

    void add(long dx, double dy) {
        x += dx;
        y += dy;
        //~ check(write this.x/y)
    }

    static double dot(long[] a, double[] b, int n) {
        double sum = 0;
        for (int i = 0; i < n; i++) {
            sum += a[i] * b[i];
        }
        //~ check(read a[0..i], read b[0..i])
        return sum;
    }

    static void clear(long low, double[] a, long high, int from, int to) {
        for (int i = from; i < to; i++) {
            a[i] = low + high;
        }
        //~ check(write a[from..i])
    }
}
