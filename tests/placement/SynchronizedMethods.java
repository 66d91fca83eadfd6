//@ about: A synchronized method checks before it returns, while it has the lock.
class SynchronizedMethods {
    int x;
    int y;
    static int all;

    synchronized void set(int to) {
        x = to;
        y = to;
        //~ check(write this.x/y)
    }

    synchronized int get() {
        //~ check(read this.x/y)
        return x + y;
    }

    static synchronized void count() {
        all++;
        //~ check(write SynchronizedMethods.all)
    }

    synchronized void clear(int[] a, int n) {
        for (int i = 0; i < n; i++) {
            a[i] = x;
        }
        //~ check(read this.x, write a[0..i])
    }
}
