//@ about: A second thread starts only after the first one was joined.
//@ engines: scan run predict
public class OneAfterTheOther {
    static int value;

    static void work() {
        value++;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(OneAfterTheOther::work);
        Thread second = new Thread(OneAfterTheOther::work);
        first.start();
        first.join();
        second.start();
    }
}
