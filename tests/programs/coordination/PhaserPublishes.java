//@ about: A worker writes before it arrives at a phaser, and main reads after the phase advanced.
//@ engines: scan run predict

import java.util.concurrent.Phaser;

public class PhaserPublishes {
    private static int result;

    public static void main(String[] args) {
        Phaser phaser = new Phaser(1);
        new Thread(() -> {
            result = 42;
            phaser.arrive();
        }).start();
        phaser.awaitAdvance(0);
        int seen = result;
    }
}
