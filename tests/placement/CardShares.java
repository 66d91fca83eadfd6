//@ placement: redcard
//@ shares: CardShares.x/y

/** Accesses that stand next to each other are checked together, if their fields may share a shadow. */
class CardShares {
    private int x;
    private int y;
    private int alone;
    int open;

    void move(int by) {
        x = by;
        y = by;
        //~ check(write this.x/y)
    }

    int sum(int[] from) {
        int sum = x + y;
        //~ check(read this.x/y)
        //~ check(read from[0])
        return sum + from[0];
    }

    void add() {
        x++;
        y++;
        //~ check(read this.x/y, write this.x/y)
    }

    static void copy(CardShares from, CardShares to) {
        int first = from.x;
        int second = from.y;
        //~ check(read from.x/y)
        to.x = first;
        to.y = second;
        //~ check(write to.x/y)
    }

    void before(int turns) {
        x = turns;
        y = turns;
        //~ check(write this.x/y)
        while (turns > 0) {
            turns--;
        }
    }

    void inside(int turns) {
        while (turns > 0) {
            turns--;
            x = turns;
            y = turns;
            //~ check(write this.x/y)
        }
    }

    void inBranch(int by) {
        if (by > 0) {
            x = by;
            y = by;
            //~ check(write this.x/y)
        } else {
            by = 3;
        }
        open(by);
    }

    static void open(int by) {
    }

    int single() {
        //~ check(read this.alone)
        return alone;
    }

    void others() {
        //~ check(write this.open)
        open = 1;
    }
}
