//@ about: A lambda is made under the lock but runs after it was released.
//@ engines: scan run predict lockset

public class LambdaOutlivesLock {
    private final Object lock = new Object();
    private int total;

    LambdaOutlivesLock(int total) {
        this.total = total;
    }

    void add(int amount) {
        Runnable addition;
        synchronized (lock) {
            addition = () -> {
                total += amount;    //~ race(total) write
            };
        }
        addition.run();
    }

    public static void main(String[] args) {
        LambdaOutlivesLock sum = new LambdaOutlivesLock(100);
        new Thread(() -> {
            sum.add(1);
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            sum.add(2);
        }).start();
    }
}
