//@ about: Who waits for a task catches what the task threw, while a thread that the task started still has it.
//@ engines: scan

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

public class ExceptionOfATask {
    static class Failure extends RuntimeException {
        int tries;
    }

    static class Task extends RecursiveAction {
        @Override
        protected void compute() {
            Failure failure = new Failure();
            new Thread(() -> failure.tries++).start();    //~ race(tries) write
            throw failure;
        }
    }

    public static void main(String[] args) {
        try {
            new ForkJoinPool(2).invoke(new Task());
        } catch (Failure failure) {
            failure.tries++;    //~ race(tries) write
        }
    }
}
