//@ about: All threads of an array are started in one loop and joined in another.
//@ engines: scan run predict

public class JoinLoopOverArray {
    private static int total;

    static synchronized void add(int amount) {
        total += amount;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] workers = new Thread[2];
        for (int i = 0; i < workers.length; i++) {
            int amount = i;
            workers[i] = new Thread(() -> {
                add(amount);
            });
            workers[i].start();
        }
        for (Thread worker : workers) {
            worker.join();
        }
        int seen = total;
    }
}
