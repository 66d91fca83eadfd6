//@ about: Lambdas run in the threads that they are given to, with what they captured.

public class LambdaInThread {
    public static void main(String[] args) {
        Object captured = new Object();         //@site captured
        Runnable one = () -> {                  //@site one
            Expect.pointsTo(captured, "captured");
        };
        Runnable two = () -> { };               //@site two
        Thread first = new Thread(one);
        Thread second = new Thread(two);
        Expect.calls("lambda:one");
        first.start();
        Expect.calls("lambda:two");
        second.start();
        Runnable three = () -> { };             //@site three
        new Thread(three);
        Expect.unreachable("lambda:three");
    }
}
