//@ about: Without motion a read's check does not cover a write, a write's covers a read.
//@ placement: redcard
class CardReadThenWrite {
    int x;

    int write(int to) {
        //~ check(read this.x)
        int old = x;
        //~ check(write this.x)
        x = to;
        return old + x;
    }
}
