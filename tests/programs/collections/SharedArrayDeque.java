//@ about: An ArrayDeque is used as a queue between two threads without a lock.
//@ engines: scan run predict

import java.util.ArrayDeque;
import java.util.Queue;

public class SharedArrayDeque {
    public static void main(String[] args) {
        Queue<Integer> jobs = new ArrayDeque<>();
        new Thread(() -> {
            jobs.add(1);    //~ race(jobs) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        Integer job = jobs.poll();    //~ race(jobs) write
    }
}
