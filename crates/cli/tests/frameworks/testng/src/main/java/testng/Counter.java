package testng;

/** Counts in two threads, without a lock. */
public final class Counter implements Runnable {
    private int count;

    @Override
    public void run() {
        count++;
    }

    public int countTwice() throws InterruptedException {
        Thread first = new Thread(this);
        Thread second = new Thread(this);
        first.start();
        second.start();
        first.join();
        second.join();
        return count;
    }
}
