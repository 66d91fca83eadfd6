//@ about: Main joins a thread that another thread starts later.
//@ engines: scan run predict

public class JoinBeforeAnotherStarts {
    private static int value;

    public static void main(String[] args) throws InterruptedException {
        Thread child = new Thread(() -> {
            value = 1;    //~ race(value) write
            Unseen.at(3);
        });
        new Thread(() -> {
            Unseen.at(2);
            child.start();
        }).start();
        child.join();
        Unseen.at(1);
        Unseen.at(4);
        int seen = value;    //~ race(value) read
    }
}
