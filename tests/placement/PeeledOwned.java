//@ about: With ownership nothing stands for a later access: another thread may have come to the location in between.
//@ placement: choi
//@ detector: choi
class PeeledOwned {
    int x;

    int twice(int n) {
        //~ check(write this.x)
        x = n;
        for (int i = 0; i < n; i++) {
            //~ check(write this.x)
            x = i;
        }
        //~ check(read this.x)
        return x;
    }
}
