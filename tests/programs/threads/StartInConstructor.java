//@ about: A constructor starts a thread and only then sets the field that the thread reads.
//@ engines: scan run predict
public class StartInConstructor {
    private int value;

    StartInConstructor() {
        new Thread(this::work).start();
        value = 42;      //~ race(value) write
        Unseen.at(1);
    }

    private void work() {
        Unseen.at(2);
        int seen = value;      //~ race(value) read
    }

    public static void main(String[] args) {
        new StartInConstructor();
    }
}
