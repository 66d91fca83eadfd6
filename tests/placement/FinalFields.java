//@ about: Who reads a final field of an object that it came to learns what the field leads to.
class FinalFields {
    int x;
    final FinalFields next;
    final int number;

    FinalFields(FinalFields next) {
        this.next = next;
        this.number = 1;
    }

    static int ofParameter(FinalFields it) {
        it.x = 1;
        int number = it.next.number;
        //~ check(write it.x)
        return number;
    }

    static void further(FinalFields it) {
        it.x = 1;
        FinalFields next = it.next;
        next.x = 2;
        //~ check(write it.x, write next.x)
        FinalFields last = next.next;
        last.x = 3;
        //~ check(write last.x)
    }

    /** The second time there is nothing to learn. */
    static void twice(FinalFields it) {
        FinalFields next = it.next;
        FinalFields last = next.next;
        next.x = 1;
        FinalFields again = next.next;
        again.x = 2;
        //~ check(write next.x, write last.x)
    }

    /** On one of two ways there is. */
    static void perhaps(FinalFields it, boolean asks) {
        FinalFields next = it.next;
        if (asks) {
            FinalFields last = next.next;
        }
        next.x = 1;
        //~ check(write next.x)
        FinalFields again = next.next;
        again.x = 2;
        //~ check(write next.next.x)
    }

    /** An object of the turn before is another one. */
    static void eachTurn(FinalFields[] all) {
        for (int i = 0; i < all.length; i++) {
            FinalFields one = all[i];
            one.x = 1;
            //~ check(read all[i], write one.x)
            FinalFields next = one.next;
        }
    }
}
