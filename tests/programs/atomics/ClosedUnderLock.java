//@ about: Who finds the flag unset under the lock may write; who has set it under the lock writes without. Another schedule would find it set.
//@ engines: run predict

import java.util.concurrent.atomic.AtomicBoolean;

public class ClosedUnderLock {
    private final AtomicBoolean isClosed = new AtomicBoolean();
    private final Object lock = new Object();
    private int value;

    void use() {
        synchronized (lock) {
            if (!isClosed.get()) {
                value++;
            }
        }
    }

    void close() {
        synchronized (lock) {
            isClosed.set(true);
        }
        value = 0;
    }

    public static void main(String[] args) throws InterruptedException {
        ClosedUnderLock shared = new ClosedUnderLock();
        Thread user = new Thread(() -> {
            shared.use();
            Unseen.at(1);
        });
        Thread closer = new Thread(() -> {
            Unseen.at(2);
            shared.close();
        });
        user.start();
        closer.start();
        user.join();
        closer.join();
    }
}
