//@ about: A thread that is unparked, and only asks whether it was interrupted, is not ordered by that.
//@ engines: run
import java.util.concurrent.locks.LockSupport;

public class UnparkIsNoInterrupt {
    static int value;

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> {
            Unseen.at(2);
            Thread.interrupted();
            value++; //~ race(value) write
        });
        thread.start();
        value = 1; //~ race(value) write
        LockSupport.unpark(thread);
        Unseen.at(1);
        thread.join();
    }
}
