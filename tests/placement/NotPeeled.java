//@ about: Without peeling each turn of a loop has its checks.
//@ placement: choi-peeling
class NotPeeled {
    int x;
    static int s;

    void turns(int[] a, int n) {
        for (int i = 0; i < n; i++) {
            //~ check(write this.x)
            x = i;
            //~ check(write NotPeeled.s)
            s = i;
            //~ check(write a[0])
            a[0] = i;
        }
    }
}
