//@ about: Threads are kept in a list, started in one loop over it and joined in another.
//@ engines: scan run predict

import java.util.ArrayList;
import java.util.List;

public class JoinLoopOverList {
    private static int total;

    static synchronized void add(int amount) {
        total += amount;
    }

    public static void main(String[] args) throws InterruptedException {
        List<Thread> workers = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            int amount = i;
            workers.add(new Thread(() -> add(amount)));
        }
        for (Thread worker : workers) {
            worker.start();
        }
        for (Thread worker : workers) {
            worker.join();
        }
        int seen = total;
    }
}
