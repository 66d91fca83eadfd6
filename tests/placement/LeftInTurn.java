//@ about: A loop that is left in the middle of a turn whose accesses fill each other's gaps.
class LeftInTurn {
    static int sum(int[] a, int n) {
        int sum = 0;
        for (int i = 0; i < n; i += 2) {
            sum += a[i];
            sum += a[i + 1];
            if (sum > 100) {
                //~ check(read a[0..i+2])
                return sum;
            }
        }
        //~ check(read a[0..i])
        return sum;
    }
}
