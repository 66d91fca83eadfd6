//@ about: Calling run runs the task in the caller.

public class RunInsteadOfStart {
    public static void main(String[] args) {
        Runnable task = () -> { };              //@site task
        Thread thread = new Thread(task);
        Expect.calls("lambda:task");
        thread.run();
    }
}
