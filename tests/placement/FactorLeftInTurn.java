//@ about: A loop with a factor in its indices that is left in the middle of a turn.
class FactorLeftInTurn {
    static int pairs(int[] a, int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += a[2 * i] + a[2 * i + 1];
            if (sum > 5) {
                //~ check(read a[0..2*i+2])
                return sum;
            }
        }
        //~ check(read a[0..2*i])
        return sum;
    }
}
