//@ about: A thread is joined before it is started, which waits for nothing.
//@ engines: scan run predict

public class JoinBeforeStart {
    private static int value;

    public static void main(String[] args) throws InterruptedException {
        Thread child = new Thread(() -> {
            value = 1;    //~ race(value) write
            Unseen.at(1);
        });
        child.join();
        child.start();
        Unseen.at(2);
        int seen = value;    //~ race(value) read
    }
}
