//@ about: A second thread comes to a field between two writes of its first one, which has released nothing in between.
//@ engines: run lockset
public class OwnedMeanwhile {
    private static int shared;

    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        Thread first = new Thread(() -> {
            Unseen.at(1);
            shared = 1;      //~ race(shared) write
            synchronized (lock) {
                shared = 3;
            }
        });
        Thread second = new Thread(() -> {
            shared = 2;      //~ race(shared) write
        });
        synchronized (lock) {
            first.start();
            Unseen.at(2);
            while (first.getState() != Thread.State.BLOCKED) {
                Thread.onSpinWait();
            }
            second.start();
            second.join();
        }
    }
}
