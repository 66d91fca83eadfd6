//@ about: What is read and then written needs the write's check alone, if nothing is in between.
class ReadModifyWrite {
    int x;
    long total;
    volatile int told;

    void increment() {
        x++;
        total += x;
        //~ check(write this.x/total)
    }

    static void element(int[] a, int i) {
        a[i] *= 2;
        //~ check(write a[i])
    }

    void acquireBetween() {
        int old = x;
        //~ check(read this.x)
        old += told;
        x = old;
        //~ check(write this.x)
    }

    void releaseBetween() {
        int old = x;
        told = old;
        x = old + 1;
        //~ check(write this.x)
    }
}
