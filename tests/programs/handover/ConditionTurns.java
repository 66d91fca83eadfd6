//@ about: Two threads take turns by two conditions of one lock, and each writes in its turn.
//@ engines: run predict

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class ConditionTurns {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition[] turns = {lock.newCondition(), lock.newCondition()};
    private int turn;
    private int[] text = new int[0];

    void play(int player) {
        for (int round = 0; round < 10; round++) {
            lock.lock();
            try {
                while (turn != player) {
                    turns[player].awaitUninterruptibly();
                }
                int[] longer = new int[text.length + 1];
                System.arraycopy(text, 0, longer, 0, text.length);
                text = longer;
                turn = 1 - player;
                turns[turn].signal();
            } finally {
                lock.unlock();
            }
        }
    }

    public static void main(String[] args) {
        ConditionTurns game = new ConditionTurns();
        new Thread(() -> game.play(0)).start();
        new Thread(() -> game.play(1)).start();
    }
}
