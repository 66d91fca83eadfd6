//@ about: Two threads increment a volatile field: updates can get lost, but volatile accesses never race.
//@ engines: scan run predict
public class VolatileCounter {
    private static volatile int count;

    static void increment() {
        int old = count;
        count = old + 1;
    }

    public static void main(String[] args) {
        new Thread(VolatileCounter::increment).start();
        new Thread(VolatileCounter::increment).start();
    }
}
