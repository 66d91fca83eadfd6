//@ about: The loop that joins the threads of an array is left after the first.
//@ engines: scan run predict

public class JoinLoopLeftEarly {
    private static int total;

    static synchronized void add(int amount) {
        total += amount;    //~ race(total) write
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] workers = new Thread[2];
        for (int i = 0; i < workers.length; i++) {
            int amount = i;
            workers[i] = new Thread(() -> {
                if (amount == 1) {
                    Unseen.at(2);
                }
                add(amount);
                if (amount == 1) {
                    Unseen.at(3);
                }
            });
            workers[i].start();
        }
        for (Thread worker : workers) {
            worker.join();
            if (args.length == 0) {
                break;
            }
        }
        Unseen.at(1);
        Unseen.at(4);
        int seen = total;    //~ race(total) read
    }
}
