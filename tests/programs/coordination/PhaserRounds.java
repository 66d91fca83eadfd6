//@ about: Two parties take turns in writing one field, a phase apart.
//@ engines: scan run predict

import java.util.concurrent.Phaser;

public class PhaserRounds {
    private final Phaser phaser = new Phaser(2);
    private int turn;

    void evenRounds() {
        turn++;
        phaser.arriveAndAwaitAdvance();
        phaser.arriveAndAwaitAdvance();
        turn++;
    }

    void oddRounds() {
        phaser.arriveAndAwaitAdvance();
        turn++;
        phaser.arriveAndAwaitAdvance();
    }

    public static void main(String[] args) {
        PhaserRounds shared = new PhaserRounds();
        new Thread(shared::evenRounds).start();
        new Thread(shared::oddRounds).start();
    }
}
