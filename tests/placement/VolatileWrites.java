//@ about: A volatile write is a release: checks before it, unless a later access speaks for them.
class VolatileWrites {
    int x;
    int y;
    volatile int told;

    void publish() {
        x = 1;
        y = 2;
        //~ check(write this.x/y)
        told = 3;
    }

    int readAgain() {
        int sum = x;
        told = sum;
        //~ check(read this.x)
        return sum + x;
    }

    int readNowWriteLater() {
        int sum = x;
        told = sum;
        x = 5;
        //~ check(write this.x)
        return sum;
    }

    void writeNowReadLater() {
        x = 1;
        //~ check(write this.x)
        told = 2;
        y = x;
        //~ check(read this.x, write this.y)
    }
}
