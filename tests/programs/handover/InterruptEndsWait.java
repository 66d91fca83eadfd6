//@ about: A thread in Object.wait, and one that asks whether it was interrupted, see what was before the interrupt.
//@ engines: run predict

public class InterruptEndsWait {
    private static int data;
    private static int more;

    public static void main(String[] args) {
        Object lock = new Object();
        Thread waiting = new Thread(() -> {
            synchronized (lock) {
                try {
                    lock.wait();
                    throw new IllegalStateException("nobody notifies");
                } catch (InterruptedException e) {
                    data++;
                }
            }
        });
        Thread asking = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                Thread.onSpinWait();
            }
            more++;
        });
        waiting.start();
        asking.start();
        data = 1;
        more = 1;
        waiting.interrupt();
        asking.interrupt();
    }
}
