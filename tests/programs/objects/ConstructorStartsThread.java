//@ about: A constructor starts a thread that reads a field which the constructor writes later.
//@ engines: scan run predict

public class ConstructorStartsThread {
    private int limit;

    ConstructorStartsThread() {
        new Thread(this::work).start();
        limit = 10;    //~ race(limit) write
        Unseen.at(1);
    }

    private void work() {
        Unseen.at(2);
        int seen = limit;    //~ race(limit) read
    }

    public static void main(String[] args) {
        new ConstructorStartsThread();
    }
}
