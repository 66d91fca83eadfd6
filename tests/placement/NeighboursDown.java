//@ about: Neighbours in a loop that goes down are one range.
class NeighboursDown {
    static void write(int[] a, int n) {
        for (int i = n - 1; i > 0; i--) {
            a[i] = 1;
            a[i - 1] = 2;
        }
        //~ check(write a[i..n])
    }
}
