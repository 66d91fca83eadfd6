//@ about: A phaser calls onAdvance of the application's subclass when a phase ends.

import java.util.concurrent.Phaser;

public class PhaserAdvance {
    public static void main(String[] args) {
        Rounds rounds = new Rounds();           //@site rounds
        rounds.register();
        rounds.arriveAndAwaitAdvance();
        Expect.reachable("Rounds.onAdvance");
    }
}

class Rounds extends Phaser {
    @Override
    protected boolean onAdvance(int phase, int parties) {
        Expect.pointsTo(this, "rounds");
        return true;
    }
}
