//@ about: The loop that joins the threads of an array begins with the second.
//@ engines: scan run predict

public class JoinLoopMissesOne {
    private static int total;

    static synchronized void add(int amount) {
        total += amount;    //~ race(total) write
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] workers = new Thread[2];
        for (int i = 0; i < workers.length; i++) {
            int amount = i;
            workers[i] = new Thread(() -> {
                if (amount == 0) {
                    Unseen.at(2);
                }
                add(amount);
                if (amount == 0) {
                    Unseen.at(3);
                }
            });
            workers[i].start();
        }
        for (int i = 1; i < workers.length; i++) {
            workers[i].join();
        }
        Unseen.at(1);
        Unseen.at(4);
        int seen = total;    //~ race(total) read
    }
}
