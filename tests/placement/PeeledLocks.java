//@ about: A loop that gives back a lock checks in each turn; one that is inside of it does not.
//@ placement: choi
class PeeledLocks {
    int x;
    int y;

    void inside(Object lock, int n) {
        for (int i = 0; i < n; i++) {
            synchronized (lock) {
                //~ check(write this.x)
                x = i;
            }
            //~ check(write this.y)
            y = i;
        }
    }

    void around(Object lock, int n) {
        synchronized (lock) {
            for (int i = 0; i < n; i++) {
                //~ check(first write this.x)
                x = i;
            }
        }
        //~ check(read this.x)
        y = x;
        //~ check(write this.y)
    }

    synchronized void whole(int n) {
        for (int i = 0; i < n; i++) {
            //~ check(first write this.x)
            x = i;
        }
    }

    // Only who gives up releases, and leaves the loop: that is no part of it.
    void leaves(Object lock, int n) {
        for (int i = 0; i < n; i++) {
            //~ check(first write this.x)
            x = i;
            if (i == 5) {
                synchronized (lock) {
                    //~ check(write this.y)
                    y = i;
                }
                return;
            }
        }
    }
}
