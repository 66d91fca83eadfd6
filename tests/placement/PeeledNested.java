//@ about: The outermost loop that does not change an object checks it once; what an inner one is given anew, each time.
//@ placement: choi
class PeeledNested {
    int x;
    int y;

    void both(int n) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                //~ check(first write this.x)
                x = i + j;
            }
            //~ check(first write this.y)
            y = i;
        }
    }

    static void rows(PeeledNested[] all, int n) {
        for (int i = 0; i < n; i++) {
            //~ check(read all[i])
            PeeledNested one = all[i];
            for (int j = 0; j < n; j++) {
                //~ check(first write one.x)
                one.x = j;
            }
            //~ check(write one.y)
            one.y = i;
        }
    }

    // The lock is given back in each turn of the outer loop, and in none of the inner one.
    void locked(Object lock, int n) {
        for (int i = 0; i < n; i++) {
            synchronized (lock) {
                for (int j = 0; j < n; j++) {
                    //~ check(first write this.x)
                    x = j;
                }
                //~ check(write this.y)
                y = i;
            }
        }
    }
}
