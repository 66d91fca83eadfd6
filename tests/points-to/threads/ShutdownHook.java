//@ about: A shutdown hook runs although nobody starts it.

public class ShutdownHook {
    public static void main(String[] args) {
        Runnable task = () -> { };              //@site task
        Thread hook = new Thread(task);
        Runtime runtime = Runtime.getRuntime();
        Expect.calls("lambda:task");
        runtime.addShutdownHook(hook);
        Expect.reachable("lambda:task");
    }
}
