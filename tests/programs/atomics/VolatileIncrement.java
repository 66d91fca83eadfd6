//@ about: Two threads increment a volatile field: an update can be lost, but that is no data race.
//@ engines: scan run predict

public class VolatileIncrement {
    private volatile int count;

    void increment() {
        count++;
    }

    public static void main(String[] args) {
        VolatileIncrement counter = new VolatileIncrement();
        new Thread(counter::increment).start();
        new Thread(counter::increment).start();
    }
}
