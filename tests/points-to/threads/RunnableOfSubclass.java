//@ about: A Thread subclass without a run method of its own runs its Runnable.

public class RunnableOfSubclass {
    public static void main(String[] args) {
        Runnable task = () -> { };              //@site task
        Thread named = new Named(task);
        Expect.calls("lambda:task");
        named.start();
        Expect.pointsTo(task, "task");
    }
}

class Named extends Thread {
    Named(Runnable task) {
        super(task);
        Expect.calls();
        setName("named");
    }
}
