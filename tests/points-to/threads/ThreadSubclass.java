//@ about: Starting an object of a Thread subclass runs its run method on that object.

public class ThreadSubclass {
    public static void main(String[] args) {
        Worker worker = new Worker();       //@site worker
        Other other = new Other();
        Expect.calls("Worker.run");
        worker.start();
        Expect.calls("Other.run");
        other.start();
        Expect.unreachable("NeverStarted.run");
        new NeverStarted();
    }
}

class Worker extends Thread {
    @Override
    public void run() {
        Expect.pointsTo(this, "worker");
    }
}

class Other extends Thread {
    @Override
    public void run() {
    }
}

class NeverStarted extends Thread {
    @Override
    public void run() {
    }
}
