//@ about: A timer task's fields hold what its run method stores, task by task.

import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;

public class TimerTaskState {
    public static void main(String[] args) throws InterruptedException {
        Timer timer = new Timer(true);
        CountDownLatch done = new CountDownLatch(2);
        Task one = new Task(done, new Object());        //@site a=Object
        Task two = new Task(done, new Object());        //@site b=Object
        timer.schedule(one, 0);
        timer.schedule(two, 0);
        done.await();
        Expect.fromK(1).pointsTo(one.result, "a");
        Expect.fromK(1).pointsTo(two.result, "b");
        timer.cancel();
    }
}

class Task extends TimerTask {
    private final CountDownLatch done;
    private final Object given;
    Object result;

    Task(CountDownLatch done, Object given) {
        this.done = done;
        this.given = given;
    }

    @Override
    public void run() {
        result = given;
        done.countDown();
    }
}
