//@ about: A synchronized method still has its lock when an exception has left a synchronized block inside of it.
//@ engines: scan run predict lockset

public class BlockInSynchronizedMethod {
    private final Object inner = new Object();
    private int count;
    private static int all;

    synchronized void add(String text) {
        try {
            synchronized (inner) {
                Integer.parseInt(text);
            }
        } catch (NumberFormatException wrong) {
            count++;
        }
        count++;
        addToAll(text);
    }

    static synchronized void addToAll(String text) {
        Object local = new Object();
        try {
            synchronized (local) {
                Integer.parseInt(text);
            }
        } catch (NumberFormatException wrong) {
            all++;
        }
        all++;
    }

    public static void main(String[] args) {
        BlockInSynchronizedMethod counter = new BlockInSynchronizedMethod();
        new Thread(() -> {
            counter.add("1");
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            counter.add("one");
        }).start();
    }
}
