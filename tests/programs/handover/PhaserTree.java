//@ about: Parties of two child phasers advance together with their parent.
//@ engines: run predict

import java.util.concurrent.Phaser;

public class PhaserTree {
    private final Phaser root = new Phaser();
    private final int[] cells = new int[4];

    void work(Phaser phaser, int number) {
        for (int round = 0; round < 3; round++) {
            cells[(number + round) % cells.length]++;
            phaser.arriveAndAwaitAdvance();
        }
    }

    public static void main(String[] args) {
        PhaserTree shared = new PhaserTree();
        Phaser[] children = {new Phaser(shared.root, 2), new Phaser(shared.root, 2)};
        for (int i = 0; i < 4; i++) {
            int number = i;
            new Thread(() -> shared.work(children[number / 2], number)).start();
        }
    }
}
