//@ about: Each array of a loop has its own range.
class SeveralArrays {
    static void add(int[] a, int[] b, int[] sum, int n) {
        for (int i = 0; i < n; i++) {
            sum[i] = a[i] + b[i];
        }
        //~ check(read a[0..i], read b[0..i], write sum[0..i])
    }

    static void copy(long[] from, int at, long[] to, int n) {
        for (int i = 0; i < n; i++) {
            to[i] = from[at + i];
        }
        //~ check(read from[at..at+i], write to[0..i])
    }
}
