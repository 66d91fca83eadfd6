//@ about: Each thread gets a counter of its own from a ThreadLocal.
//@ engines: scan run predict
public class ThreadLocalCounter {
    static class Counter {
        int n;
    }

    private static final ThreadLocal<Counter> COUNTER = ThreadLocal.withInitial(Counter::new);

    static void work() {
        COUNTER.get().n++;
    }

    public static void main(String[] args) {
        new Thread(ThreadLocalCounter::work).start();
        new Thread(ThreadLocalCounter::work).start();
        work();
    }
}
