//@ about: A thread keeps an exception where another one finds it, and goes on to change it.
//@ engines: scan

public class ExceptionKept {
    static final class Failure extends RuntimeException {
        int tries;
    }

    static volatile Failure last;

    static void work() {
        try {
            throw new Failure();
        } catch (Failure failure) {
            last = failure;
            failure.tries++;                            //~ race(tries) write
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(ExceptionKept::work);
        worker.start();
        Failure seen = last;
        if (seen != null) {
            System.out.print(seen.tries > 1);           //~ race(tries) read
        }
        worker.join();
    }
}
