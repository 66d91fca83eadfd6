//@ about: A thread that finds itself interrupted sees what the interrupter did before.
//@ engines: scan run predict
public class InterruptOrders {
    static int data;

    public static void main(String[] args) {
        Thread child = new Thread(() -> {
            while (!Thread.interrupted()) {
                Thread.onSpinWait();
            }
            int seen = data;      //~ FP[scan] race(data) read: scan does not know the order that an interrupt gives
        });
        child.start();
        data = 42;      //~ FP[scan] race(data) write: scan does not know the order that an interrupt gives
        child.interrupt();
    }
}
