//@ about: Only the one thread that wins a compareAndSet writes the field, and nobody reads it.
//@ engines: scan run predict

import java.util.concurrent.atomic.AtomicBoolean;

public class CompareAndSetOnce {
    private final AtomicBoolean started = new AtomicBoolean();
    private int starts;

    void start() {
        if (started.compareAndSet(false, true)) {
            starts++;
        }
    }

    public static void main(String[] args) {
        CompareAndSetOnce service = new CompareAndSetOnce();
        new Thread(service::start).start();
        new Thread(service::start).start();
    }
}
