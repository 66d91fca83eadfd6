//@ about: Methods of the same class that synchronise, themselves or by others, are acquires and releases.
class LockingCalls {
    int x;
    int y;
    static volatile int told;

    private synchronized void lock() {
    }

    private void indirect() {
        lock();
    }

    private static void tell() {
        told = 1;
    }

    private static int hear() {
        return told;
    }

    void direct() {
        x = 1;
        //~ check(write this.x)
        lock();
        x = 2;
        //~ check(write this.x)
    }

    void byOthers() {
        x = 1;
        //~ check(write this.x)
        indirect();
        y = 2;
        //~ check(write this.y)
    }

    void releases() {
        x = 1;
        //~ check(write this.x)
        tell();
        y = 2;
        //~ check(write this.y)
    }

    void acquires() {
        x = 1;
        //~ check(write this.x)
        y = hear();
        x = 3;
        //~ check(write this.y)
    }
}
