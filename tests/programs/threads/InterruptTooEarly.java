//@ about: A write after the call of interrupt is not ordered before the interrupted thread's read.
//@ engines: scan run predict
public class InterruptTooEarly {
    static int data;

    public static void main(String[] args) {
        Thread child = new Thread(() -> {
            Unseen.at(2);
            while (!Thread.interrupted()) {
                Thread.onSpinWait();
            }
            int seen = data;      //~ race(data) read
        });
        child.start();
        child.interrupt();
        data = 42;      //~ race(data) write
        Unseen.at(1);
    }
}
