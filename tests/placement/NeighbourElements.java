//@ about: Elements at numbers from each other are a row if the steps between them are equal.
class NeighbourElements {
    static int sum(int[] a, int i) {
        //~ check(read a[i-1..i+2])
        return a[i - 1] + a[i] + a[i + 1];
    }

    static int apart(int[] a) {
        //~ check(read a[0..9:4])
        return a[8] + a[0] + a[4];
    }

    static int uneven(int[] a) {
        //~ check(read a[0], read a[1], read a[5])
        return a[0] + a[1] + a[5];
    }

    static void mixed(int[] a, int[] b) {
        a[0] = b[0];
        b[1] = a[1];
        //~ check(read b[0], write a[0], read a[1], write b[1])
    }
}
