//@ about: Two objects are checked once each; one that changes from turn to turn, in each turn.
//@ placement: choi
class PeeledTwoObjects {
    int x;
    PeeledTwoObjects next;

    static void both(PeeledTwoObjects one, PeeledTwoObjects two, int n) {
        for (int i = 0; i < n; i++) {
            //~ check(first write one.x)
            one.x = i;
            //~ check(first write two.x)
            two.x = i;
        }
    }

    static void either(PeeledTwoObjects one, PeeledTwoObjects two, int n) {
        for (int i = 0; i < n; i++) {
            PeeledTwoObjects it = i % 2 == 0 ? one : two;
            //~ check(write it.x)
            it.x = i;
        }
    }

    static int list(PeeledTwoObjects it) {
        int sum = 0;
        while (it != null) {
            //~ check(read it.x)
            sum += it.x;
            //~ check(read it.next)
            it = it.next;
        }
        return sum;
    }

    // Chosen before the loop: one object, whichever it is.
    static void chosen(PeeledTwoObjects one, PeeledTwoObjects two, boolean isOne, int n) {
        PeeledTwoObjects it = isOne ? one : two;
        for (int i = 0; i < n; i++) {
            //~ check(first write it.x)
            it.x = i;
        }
    }
}
