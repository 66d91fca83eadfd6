//@ about: What was accessed is checked before every return.
class EarlyReturns {
    int state;
    int value;

    int get(boolean isReady) {
        if (!isReady) {
            return -1;
        }
        int state = this.state;
        if (state == 0) {
            //~ check(read this.state)
            return 0;
        }
        //~ check(read this.state/value)
        return value;
    }

    void set(int to) {
        if (value == to) {
            return;
            //~ check(read this.value)
        }
        value = to;
        //~ check(write this.value)
    }
}
