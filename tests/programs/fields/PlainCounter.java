//@ about: Two threads increment a plain instance field.
//@ engines: scan run predict
public class PlainCounter {
    int count;

    void increment() {
        count++;      //~ race(count) write
    }

    public static void main(String[] args) {
        PlainCounter counter = new PlainCounter();
        new Thread(() -> {
            counter.increment();
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            counter.increment();
        }).start();
    }
}
