//@ about: An object is filled, then shown by a volatile field, and a thread spins until it sees it.
//@ engines: scan run predict

public class VolatileReferenceSpin {
    private static volatile int[] shown;
    private static int value;

    public static void main(String[] args) {
        new Thread(() -> {
            value = 42;
            shown = new int[1];
        }).start();
        while (shown == null) {
            Thread.onSpinWait();
        }
        int seen = value;
    }
}
