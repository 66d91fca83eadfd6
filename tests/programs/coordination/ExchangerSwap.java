//@ about: Two threads swap boxes through an exchanger, and each uses only the one it got.
//@ engines: scan run predict

import java.util.concurrent.Exchanger;

public class ExchangerSwap {
    static final class Box {
        int value;
    }

    private final Exchanger<Box> exchanger = new Exchanger<>();

    void swap() {
        Box mine = new Box();
        mine.value = 1;
        try {
            Box theirs = exchanger.exchange(mine);
            theirs.value++;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) {
        ExchangerSwap shared = new ExchangerSwap();
        new Thread(shared::swap).start();
        new Thread(shared::swap).start();
    }
}
