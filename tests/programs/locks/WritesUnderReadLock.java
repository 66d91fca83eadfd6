//@ about: A lock that is held for reading excludes those who write, not those who read, whatever they do under it.
//@ engines: run lockset
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class WritesUnderReadLock {
    private static final ReentrantReadWriteLock LOCK = new ReentrantReadWriteLock();
    private static int written;
    private static int guarded;

    public static void main(String[] args) {
        new Thread(() -> {
            LOCK.readLock().lock();
            LOCK.readLock().lock();
            LOCK.readLock().unlock();
            written = 1;      //~ race(written) write
            int seen = guarded;
            LOCK.readLock().unlock();
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            if (LOCK.readLock().tryLock()) {
                written = 2;      //~ race(written) write
                LOCK.readLock().unlock();
            }
            LOCK.writeLock().lock();
            guarded = 2;
            LOCK.writeLock().unlock();
        }).start();
    }
}
