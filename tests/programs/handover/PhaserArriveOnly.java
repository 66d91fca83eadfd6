//@ about: Workers arrive at a phaser without waiting, and main awaits the advance.
//@ engines: run predict

import java.util.concurrent.Phaser;

public class PhaserArriveOnly {
    private static int left;
    private static int right;

    public static void main(String[] args) {
        Phaser phaser = new Phaser(2);
        new Thread(() -> {
            left = 1;
            phaser.arrive();
        }).start();
        new Thread(() -> {
            right = 2;
            phaser.arriveAndDeregister();
        }).start();
        phaser.awaitAdvance(0);
        int sum = left + right;
    }
}
