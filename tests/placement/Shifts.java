//@ about: A loop that moves elements by one reads a range and writes its neighbour.
class Shifts {
    static void up(int[] a, int n) {
        for (int i = n - 1; i > 0; i--) {
            a[i] = a[i - 1];
        }
        //~ check(read a[i..n-1], write a[i+1..n])
    }

    static void down(int[] a, int n) {
        for (int i = 0; i < n; i++) {
            a[i] = a[i + 1];
        }
        //~ check(read a[1..i+1], write a[0..i])
    }

    static void exchange(int[] a, int[] b, int n) {
        for (int i = 0; i < n; i++) {
            int kept = a[i];
            a[i] = b[i];
            b[i] = kept;
        }
        //~ check(write a[0..i], write b[0..i])
    }
}
