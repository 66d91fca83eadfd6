//@ about: What is written to a volatile field is a release, what is read is not.
//@ placement: choi
class PeeledVolatile {
    int x;
    volatile boolean stop;

    void reads() {
        while (!stop) {
            //~ check(first read this.x)
            //~ check(first write this.x)
            x++;
        }
    }

    void writes(int n) {
        for (int i = 0; i < n; i++) {
            //~ check(write this.x)
            x = i;
            stop = i > 5;
        }
    }
}
