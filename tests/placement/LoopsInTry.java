//@ about: Exceptions that are caught in a loop: each element is checked in its turn.
class LoopsInTry {
    static int sum(int[] a, int[] b, int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            try {
                sum += a[i];
                //~ check(read a[i])
                sum += b[i];
            } catch (RuntimeException e) {
                sum = 0;
            }
            //~ check(read b[i])
            sum++;
        }
        return sum;
    }
}
