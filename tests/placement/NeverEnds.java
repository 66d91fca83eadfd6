//@ about: Loops that count and may not end all the same: nothing waits for them.
class NeverEnds {
    int seen;

    void follows(int n) {
        for (int i = 0, end = n; i < end; i++, end++) {
            //~ check(write this.seen)
            seen = 1;
        }
    }

    void misses(int n) {
        for (int i = 0; i != 9; i += 2) {
            //~ check(write this.seen)
            seen = 1;
        }
    }
}
