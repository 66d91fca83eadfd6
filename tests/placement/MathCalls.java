//@ about: Mathematics does not synchronise.
class MathCalls {
    double x;
    double y;

    void turn(double angle) {
        double sin = Math.sin(angle);
        double kept = x;
        x = x * Math.cos(angle) - y * sin;
        y = kept * sin + y * Math.cos(angle);
        //~ check(write this.x/y)
    }

    static void roots(double[] a) {
        for (int i = 0; i < a.length; i++) {
            a[i] = Math.sqrt(a[i]);
        }
        //~ check(write a[0..i])
    }
}
