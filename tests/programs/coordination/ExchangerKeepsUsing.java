//@ about: A thread goes on writing to the box that it gave away through an exchanger.
//@ engines: scan run predict

import java.util.concurrent.Exchanger;

public class ExchangerKeepsUsing {
    static final class Box {
        int value;
    }

    private final Exchanger<Box> exchanger = new Exchanger<>();

    void give() {
        Box mine = new Box();
        exchange(mine);
        mine.value = 2;    //~ race(value) write
        Unseen.at(1);
    }

    void receive() {
        Box theirs = exchange(new Box());
        Unseen.at(2);
        int seen = theirs.value;    //~ race(value) read
    }

    private Box exchange(Box box) {
        try {
            return exchanger.exchange(box);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) {
        ExchangerKeepsUsing shared = new ExchangerKeepsUsing();
        new Thread(shared::give).start();
        new Thread(shared::receive).start();
    }
}
