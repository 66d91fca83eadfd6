//@ about: A call that may release ends what was checked; one that does not, does not.
//@ placement: choi
class PeeledCalls {
    int x;
    int y;

    void unknown(Runnable other, int n) {
        for (int i = 0; i < n; i++) {
            //~ check(write this.x)
            x = i;
            other.run();
        }
    }

    void mathematics(int n) {
        for (int i = 0; i < n; i++) {
            //~ check(first write this.x)
            x = Math.max(i, 3);
        }
    }

    void quiet(int n) {
        for (int i = 0; i < n; i++) {
            //~ check(first write this.x)
            x = twice(i);
        }
    }

    void synchronising(int n) {
        for (int i = 0; i < n; i++) {
            //~ check(write this.x)
            x = i;
            guarded();
        }
    }

    private static int twice(int number) {
        return 2 * number;
    }

    private synchronized void guarded() {
        //~ check(read this.y)
        //~ check(write this.y)
        y++;
    }
}
