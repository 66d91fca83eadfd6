//@ about: Virtual threads that share a field take turns with a monitor.
//@ engines: scan run predict
//@ jdk: 21
public class VirtualThreadsLocked {
    private int count;

    synchronized void increment() {
        count++;
    }

    public static void main(String[] args) throws InterruptedException {
        VirtualThreadsLocked shared = new VirtualThreadsLocked();
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = Thread.ofVirtual().unstarted(shared::increment);
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
