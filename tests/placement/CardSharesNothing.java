//@ placement: redcard
//@ shares: nothing

/** What throws or synchronises in between, or is on some ways only, keeps checks where the accesses are. */
class CardSharesNothing {
    private int x;
    private int y;
    volatile int told;

    void release(int by) {
        //~ check(write this.x)
        x = by;
        told = by;
        //~ check(write this.y)
        y = by;
    }

    void divide(int by, int to) {
        //~ check(write this.x)
        x = by;
        //~ check(write this.y)
        y = by / to;
    }

    void branch(int by) {
        //~ check(write this.x)
        x = by;
        if (by > 0) {
            //~ check(write this.y)
            y = by;
        }
    }
}
