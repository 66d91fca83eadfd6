//@ about: Lock sets without order: a loop checks once what it accesses outside of the locks that it takes.
//@ placement: choi
//@ detector: choi-ownership
class WeakerLoops {
    int x;
    int y;
    volatile int flag;

    void bare(Object lock, int n) {
        for (int i = 0; i < n; i++) {
            //~ check(first write this.x)
            x = i;
            synchronized (lock) {
                //~ check(write this.y)
                y = i;
                x = i;
            }
            flag = i;
        }
    }

    void inside(Object lock, int n) {
        for (int i = 0; i < n; i++) {
            synchronized (lock) {
                for (int j = 0; j < n; j++) {
                    //~ check(first write this.y)
                    y = i;
                }
            }
        }
    }

    void behind(Object lock, int n) {
        for (int i = 0; i < n; i++) {
            synchronized (lock) {
                //~ check(write this.y)
                y = i;
            }
            //~ check(write this.x)
            x = i;
        }
    }

    void calls(Runnable other, int n) {
        for (int i = 0; i < n; i++) {
            //~ check(write this.x)
            x = i;
            other.run();
        }
    }
}
