//@ about: A finally block that releases comes behind the checks of what was tried.
class FinallyReleases {
    int before;
    int tried;
    volatile int told;

    void divide(int divisor) {
        before = 1;
        try {
            //~ check(write this.before)
            tried = 10 / divisor;
        } finally {
            //~ check(write this.tried)
            told = 1;
        }
    }
}
