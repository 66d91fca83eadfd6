//@ about: What a phaser does at the end of each phase reads what all parties wrote, and they read what it wrote.
//@ engines: run predict

import java.util.concurrent.Phaser;

public class PhaserMerges {
    private final int[] parts = new int[3];
    private int sum;
    private final Phaser phaser = new Phaser(3) {
        @Override
        protected boolean onAdvance(int phase, int parties) {
            sum = 0;
            for (int part : parts) {
                sum += part;
            }
            return phase == 3;
        }
    };

    void work(int number) {
        while (!phaser.isTerminated()) {
            parts[number] += sum + number;
            phaser.arriveAndAwaitAdvance();
        }
    }

    public static void main(String[] args) {
        PhaserMerges shared = new PhaserMerges();
        for (int i = 0; i < 3; i++) {
            int number = i;
            new Thread(() -> shared.work(number)).start();
        }
    }
}
