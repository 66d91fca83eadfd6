//@ about: Workers register with a phaser when they are made, leave it when they are done, and main waits for all.
//@ engines: run predict

import java.util.concurrent.Phaser;

public class PhaserDynamicParties {
    public static void main(String[] args) {
        Phaser phaser = new Phaser(1);
        int[] results = new int[4];
        for (int i = 0; i < results.length; i++) {
            int number = i;
            phaser.register();
            new Thread(() -> {
                results[number] = number;
                phaser.arriveAndAwaitAdvance();
                results[(number + 1) % results.length]++;
                phaser.arriveAndDeregister();
            }).start();
        }
        phaser.arriveAndAwaitAdvance();
        phaser.arriveAndAwaitAdvance();
        int sum = 0;
        for (int result : results) {
            sum += result;
        }
        phaser.arriveAndDeregister();
    }
}
