//@ about: A finally block is part of every way out.
class FinallyBlocks {
    int tried;
    int last;

    int divide(int divisor) {
        try {
            tried = 1;
            //~ check(write this.tried)
            return 10 / divisor;
        } finally {
            last = 2;
            //~ check(write this.last)
            //~ check(write this.last)
        }
    }

    void quiet() {
        try {
            tried = 1;
        } finally {
            last = 2;
            //~ check(write this.last)
        }
        //~ check(write this.tried/last)
    }
}
