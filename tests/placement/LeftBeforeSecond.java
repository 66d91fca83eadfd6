//@ about: A loop that is left between two accesses of a turn has made the first of them.
class LeftBeforeSecond {
    static int sum(int[] a, int n) {
        int sum = 0;
        for (int i = 0; i < n; i += 2) {
            sum += a[i];
            if (sum > 10) {
                break;
                //~ check(read a[i])
            }
            sum += a[i + 1];
        }
        //~ check(read a[0..i])
        return sum;
    }

    static int atOnce(int[] a, int n) {
        int sum = 0;
        for (int i = 0; i < n; i += 2) {
            sum += a[i];
            if (sum > 10) {
                //~ check(read a[0..i+1:2], read a[1..i+1:2])
                return sum;
            }
            sum += a[i + 1];
        }
        //~ check(read a[0..i])
        return sum;
    }
}
