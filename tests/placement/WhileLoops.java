//@ about: Loops with while, and loops that test at their end.
class WhileLoops {
    static int up(int[] a, int n) {
        int sum = 0;
        int i = 0;
        while (i < n) {
            sum += a[i];
            i++;
        }
        //~ check(read a[0..i])
        return sum;
    }

    static int atEnd(int[] a, int n) {
        int sum = 0;
        int i = 0;
        do {
            sum += a[i];
            i++;
        } while (i < n);
        //~ check(read a[0..i])
        return sum;
    }

    static void down(int[] a, int n) {
        int i = n;
        while (--i >= 0) {
            a[i] = 0;
        }
        //~ check(write a[i+1..n])
    }
}
