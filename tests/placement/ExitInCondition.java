//@ about: A loop that also ends by what it reads has read one element more.
class ExitInCondition {
    static int prefix(int[] a, int n) {
        int i = 0;
        while (i < n && a[i] != 0) {
            i++;
        }
        //~ check(read a[i])
        //~ check(read a[0..i])
        return i;
    }

    static int atEnd(int[] a, int n) {
        int i = 0;
        do {
            i++;
        } while (i < n && a[i] != 0);
        //~ check(read a[i])
        //~ check(read a[1..i])
        return i;
    }
}
