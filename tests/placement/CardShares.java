//@ placement: redcard
//@ shares: nothing

/** Checks that stand where the accesses are are never of two fields. */
class CardShares {
    private int x;
    private int y;

    void move(int by) {
        //~ check(write this.x)
        x = by;
        //~ check(write this.y)
        y = by;
    }
}
