//@ about: One check in the middle is enough for what comes before a release and behind an acquire.
class VolatileBoth {
    int x;
    volatile int told;

    int one() {
        x = 1;
        told = 2;
        x = 3;
        //~ check(write this.x)
        int seen = told;
        x = 4;
        return seen;
    }

    void increment() {
        x = 1;
        //~ check(write this.x)
        told++;
        x = 2;
        //~ check(write this.x)
    }
}
