//@ about: Without motion and ranges each turn of a loop has its checks.
//@ placement: redcard
class CardLoops {
    int last;

    int sum(int[] a, int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            //~ check(read a[i])
            sum += a[i];
            //~ check(write this.last)
            last = a[i];
        }
        return sum;
    }

    int branch(int[] a, boolean c) {
        int sum = 0;
        if (c) {
            //~ check(read a[0])
            sum += a[0];
        }
        //~ check(read a[0])
        return sum + a[0];
    }
}
