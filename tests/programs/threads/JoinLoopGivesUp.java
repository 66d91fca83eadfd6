//@ about: The loop that joins the threads of an array swallows interruptions and goes on.
//@ engines: scan predict

public class JoinLoopGivesUp {
    private static int total;

    static synchronized void add(int amount) {
        total += amount;    //~ race(total) write
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] workers = new Thread[2];
        for (int i = 0; i < workers.length; i++) {
            int amount = i;
            workers[i] = new Thread(() -> {
                add(amount);
                Unseen.at(1 + amount);
            });
            workers[i].start();
        }
        Thread.currentThread().interrupt();
        for (Thread worker : workers) {
            try {
                worker.join();
            } catch (InterruptedException e) {
                continue;
            }
        }
        Unseen.at(3);
        int seen = total;    //~ race(total) read
    }
}
