//@ about: What was written and is read again needs nothing more.
class WriteThenRead {
    int x;
    int y;

    int fields() {
        x = 1;
        y = x;
        //~ check(write this.x/y)
        return x + y;
    }

    static int elements(int[] a) {
        a[0] = 1;
        a[1] = a[0];
        //~ check(write a[0..2])
        return a[1];
    }

    int sometimes(boolean writes) {
        if (writes) {
            x = 1;
            //~ check(write this.x)
        }
        //~ check(read this.x)
        return x;
    }
}
