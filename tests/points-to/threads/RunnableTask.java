//@ about: A thread runs the Runnable that it was given, and not that of another thread.

public class RunnableTask {
    public static void main(String[] args) {
        First first = new First();          //@site first
        Thread one = new Thread(first);
        Thread two = new Thread(new Second(), "second");
        Expect.calls("First.run");
        one.start();
        Expect.calls("Second.run");
        two.start();
    }
}

class First implements Runnable {
    @Override
    public void run() {
        Expect.pointsTo(this, "first");
    }
}

class Second implements Runnable {
    @Override
    public void run() {
    }
}
