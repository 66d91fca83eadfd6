//@ about: A join with a time limit that runs out orders nothing.
//@ engines: scan run predict
public class TimedJoinRunsOut {
    static int result;

    public static void main(String[] args) throws InterruptedException {
        Thread child = new Thread(() -> {
            result = 1;      //~ race(result) write
            Unseen.at(1);
            Unseen.at(4);
        });
        child.start();
        Unseen.at(2);
        child.join(1);
        int seen = result;      //~ race(result) read
        Unseen.at(3);
        child.join();
    }
}
