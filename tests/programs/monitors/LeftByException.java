//@ about: What comes behind a synchronized block that an exception has left does not hold its lock.
//@ engines: scan run predict lockset

public class LeftByException {
    private final Object lock = new Object();
    private int count;

    void add(String text) {
        try {
            synchronized (lock) {
                Integer.parseInt(text);
                count++;    //~[scan] race(count) write
            }
        } catch (NumberFormatException wrong) {
            count++;    //~ race(count) write
        }
    }

    public static void main(String[] args) {
        LeftByException counter = new LeftByException();
        new Thread(() -> {
            counter.add("one");
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            counter.add("two");
        }).start();
    }
}
