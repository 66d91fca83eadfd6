//@ about: Two virtual threads increment one field.
//@ engines: scan run predict
//@ jdk: 21
public class VirtualThreads {
    static int count;

    static void increment() {
        count++;      //~ race(count) write
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = Thread.ofVirtual().start(() -> {
            increment();
            Unseen.at(1);
        });
        Thread second = Thread.startVirtualThread(() -> {
            Unseen.at(2);
            increment();
        });
        first.join();
        second.join();
    }
}
