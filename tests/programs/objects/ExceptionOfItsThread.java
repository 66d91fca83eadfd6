//@ about: Threads throw and catch exceptions of their own, and change them on the way.
//@ engines: scan

public class ExceptionOfItsThread {
    static final class Failure extends RuntimeException {
        int tries;
    }

    static void work(int depth) {
        try {
            if (depth == 0) {
                throw new Failure();
            }
            work(depth - 1);
        } catch (Failure failure) {
            failure.tries++;
            if (failure.tries < 3) {
                throw failure;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> work(4));
        Thread second = new Thread(() -> work(4));
        first.start();
        second.start();
        first.join();
        second.join();
    }
}
