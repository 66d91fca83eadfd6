//@ about: An exchanger hands each thread the other's object.

import java.util.concurrent.Exchanger;

public class Exchange {
    public static void main(String[] args) throws InterruptedException {
        Exchanger<Object> exchanger = new Exchanger<>();
        Exchanger<Object> other = new Exchanger<>();
        new Worker(exchanger).start();
        Object got = exchanger.exchange(new Object());      //@site main
        Expect.mayPointTo(got, "worker");
        Expect.neverPointsTo(got, "other");
        if (args.length > 0) {
            other.exchange(new Object());                   //@site other
        }
    }
}

class Worker extends Thread {
    private final Exchanger<Object> exchanger;

    Worker(Exchanger<Object> exchanger) {
        this.exchanger = exchanger;
    }

    @Override
    public void run() {
        try {
            Object got = exchanger.exchange(new Object());  //@site worker
            Expect.mayPointTo(got, "main");
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
