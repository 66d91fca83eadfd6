//@ about: The current thread may be the thread object that the application started.

public class CurrentThread {
    public static void main(String[] args) {
        Worker worker = new Worker();           //@site worker
        worker.start();
    }
}

class Worker extends Thread {
    final Object own = new Object();            //@site own

    @Override
    public void run() {
        Thread current = Thread.currentThread();
        Expect.mayPointTo(current, "worker");
        Object seen = ((Worker) current).own;
        Expect.pointsTo(seen, "own");
    }
}
