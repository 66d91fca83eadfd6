//@ about: One thread is taken out of the list before its threads are joined.
//@ engines: scan run predict

import java.util.ArrayList;
import java.util.List;

public class JoinLoopListShrunk {
    private static int total;

    static synchronized void add(int amount) {
        total += amount;    //~ race(total) write
    }

    public static void main(String[] args) throws InterruptedException {
        List<Thread> workers = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            int amount = i;
            Thread worker = new Thread(() -> {
                if (amount == 0) {
                    Unseen.at(2);
                }
                add(amount);
                if (amount == 0) {
                    Unseen.at(3);
                }
            });
            workers.add(worker);
            worker.start();
        }
        workers.remove(0);
        for (Thread worker : workers) {
            worker.join();
        }
        Unseen.at(1);
        Unseen.at(4);
        int seen = total;    //~ race(total) read
    }
}
