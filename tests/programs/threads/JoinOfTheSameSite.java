//@ about: Two threads are made by one method; main starts one and joins the other.
//@ engines: scan run predict

public class JoinOfTheSameSite {
    private static int value;

    static Thread make() {
        return new Thread(() -> {
            value = 1;    //~ race(value) write
            Unseen.at(1);
        });
    }

    public static void main(String[] args) throws InterruptedException {
        Thread started = make();
        Thread other = make();
        started.start();
        other.join();
        Unseen.at(2);
        int seen = value;    //~ race(value) read
    }
}
