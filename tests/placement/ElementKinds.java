//@ about: Arrays of all kinds of elements.
class ElementKinds {
    static void set(boolean[] z, byte[] b, char[] c, short[] s, int[] i, long[] j, float[] f, double[] d) {
        z[0] = true;
        b[0] = 1;
        c[0] = 'c';
        s[0] = 2;
        i[0] = 3;
        j[0] = 4;
        f[0] = 5;
        d[0] = 6;
        //~ check(write z[0], write b[0], write c[0], write s[0], write i[0], write j[0], write f[0], write d[0])
    }

    static int sum(byte[] b, char[] c, int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += b[i] + c[i];
        }
        //~ check(read b[0..i], read c[0..i])
        return sum;
    }

    static void references(Object[] a, Object value, int n) {
        for (int i = 0; i < n; i++) {
            a[i] = value;
        }
        //~ check(write a[0..i])
    }
}
