//@ about: One lambda that captures a mutable object is run by two threads.
//@ engines: scan run predict
public class LambdaCapture {
    static class Tally {
        int sum;
    }

    public static void main(String[] args) {
        Tally tally = new Tally();
        Runnable add = () -> tally.sum += 2;      //~ race(sum) write
        new Thread(() -> {
            add.run();
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            add.run();
        }).start();
    }
}
