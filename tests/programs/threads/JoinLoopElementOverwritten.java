//@ about: Each new thread is stored at the same place of an array, so that only the last one is joined.
//@ engines: scan run predict

public class JoinLoopElementOverwritten {
    private static int total;

    static synchronized void add(int amount) {
        total += amount;    //~ race(total) write
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] workers = new Thread[2];
        for (int i = 0; i < 2; i++) {
            int amount = i;
            workers[0] = new Thread(() -> {
                if (amount == 0) {
                    Unseen.at(2);
                }
                add(amount);
                if (amount == 0) {
                    Unseen.at(3);
                }
            });
            workers[0].start();
        }
        workers[0].join();
        Unseen.at(1);
        Unseen.at(4);
        int seen = total;    //~ race(total) read
    }
}
