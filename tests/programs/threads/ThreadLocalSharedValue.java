//@ about: A ThreadLocal hands one and the same counter to every thread.
//@ engines: scan run predict
public class ThreadLocalSharedValue {
    static class Counter {
        int n;
    }

    static void add(ThreadLocal<Counter> local) {
        local.get().n++;      //~ race(n) write
    }

    public static void main(String[] args) {
        Counter shared = new Counter();
        ThreadLocal<Counter> local = ThreadLocal.withInitial(() -> shared);
        new Thread(() -> {
            add(local);
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            add(local);
        }).start();
    }
}
