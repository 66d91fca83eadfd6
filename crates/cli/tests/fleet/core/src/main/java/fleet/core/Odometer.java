package fleet.core;

/** Adds without a lock, reads with one. */
public final class Odometer {
    private long kilometres;
    private int services;

    public void drive(long distance) {
        kilometres += distance;
    }

    public synchronized void service() {
        services++;
    }

    public synchronized int services() {
        return services;
    }

    public long kilometres() {
        return kilometres;
    }
}
