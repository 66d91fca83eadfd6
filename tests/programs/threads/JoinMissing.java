//@ about: Main reads a thread's result before it has joined the thread.
//@ engines: scan run predict
public class JoinMissing {
    static int result;

    public static void main(String[] args) throws InterruptedException {
        Thread child = new Thread(() -> {
            result = 1;      //~ race(result) write
            Unseen.at(1);
        });
        child.start();
        Unseen.at(2);
        int seen = result;      //~ race(result) read
        child.join();
    }
}
