//@ about: Two threads count under a lock, their parent reads when both have ended: each two have a lock or an order, no lock is common to all.
//@ engines: run lockset
//@ paper: Choi section 8.3, the I/O statistics of mtrt
public class ChoiJoinedStatistics {
    private static final Object SYNC = new Object();
    private static int statistics;

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(ChoiJoinedStatistics::count);
        Thread two = new Thread(ChoiJoinedStatistics::count);
        one.start();
        two.start();
        one.join();
        two.join();
        statistics++;
    }

    private static void count() {
        for (int i = 0; i < 100; i++) {
            synchronized (SYNC) {
                statistics++;
            }
        }
    }
}
