//@ about: A field of one object is checked once for all turns of a loop.
class InvariantFields {
    int sum;
    int factor;
    int last;

    void add(int n) {
        for (int i = 0; i < n; i++) {
            sum = i * factor;
        }
        //~ check(read this.factor, write this.sum)
    }

    static int count(InvariantFields it, int n) {
        int all = 0;
        for (int i = 0; i < n; i++) {
            if (i % 3 == 0) {
                all += it.factor;
            } else {
                it.last = i;
            }
        }
        //~ check(read it.factor, write it.last)
        return all;
    }
}
