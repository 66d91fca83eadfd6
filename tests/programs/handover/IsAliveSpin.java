//@ about: Main spins until a thread is not alive any more, and goes on with what it wrote.
//@ engines: run predict

public class IsAliveSpin {
    private static int[] result;

    public static void main(String[] args) {
        Thread worker = new Thread(() -> {
            result = new int[] {1};
            result[0]++;
        });
        worker.start();
        while (worker.isAlive()) {
            Thread.onSpinWait();
        }
        result[0]++;
    }
}
