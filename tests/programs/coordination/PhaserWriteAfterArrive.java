//@ about: A worker arrives at a phaser before it writes the result that main waits for.
//@ engines: scan run predict

import java.util.concurrent.Phaser;

public class PhaserWriteAfterArrive {
    private static int result;

    public static void main(String[] args) {
        Phaser phaser = new Phaser(1);
        new Thread(() -> {
            phaser.arrive();
            result = 42;    //~ race(result) write
            Unseen.at(1);
        }).start();
        phaser.awaitAdvance(0);
        Unseen.at(2);
        int seen = result;    //~ race(result) read
    }
}
