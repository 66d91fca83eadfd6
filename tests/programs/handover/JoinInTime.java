//@ about: Main joins threads with a time limit and reads only what those wrote that have ended.
//@ engines: run predict

public class JoinInTime {
    private static int left;
    private static int right;

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> left = 1);
        Thread second = new Thread(() -> right = 2);
        first.start();
        second.start();
        first.join(60_000);
        if (!first.isAlive()) {
            left++;
        }
        while (second.getState() != Thread.State.TERMINATED) {
            second.join(1, 1);
        }
        right++;
    }
}
