//@ about: A field of one object is checked by the first turn of a loop that accesses it.
//@ placement: choi
class PeeledFields {
    int sum;
    int factor;
    int last;

    void add(int n) {
        for (int i = 0; i < n; i++) {
            //~ check(first read this.factor)
            //~ check(first write this.sum)
            sum = i * factor;
        }
    }

    // Only some turns access it: the first of those checks.
    static int count(PeeledFields it, int n) {
        int all = 0;
        for (int i = 0; i < n; i++) {
            if (i % 3 == 0) {
                //~ check(first read it.factor)
                all += it.factor;
            } else {
                //~ check(first write it.last)
                it.last = i;
            }
        }
        //~ check(read it.factor)
        return all + it.factor;
    }

    // What was checked before the loop, or before in each turn, needs nothing more.
    int known(int n) {
        //~ check(read this.factor)
        int all = factor;
        for (int i = 0; i < n; i++) {
            //~ check(first write this.sum)
            sum = factor;
            all += sum;
        }
        return all;
    }
}
