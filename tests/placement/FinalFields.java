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
}
