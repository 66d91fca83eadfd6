//@ about: A filler and an emptier swap two buffers again and again.
//@ engines: run predict

import java.util.concurrent.Exchanger;

public class ExchangerRounds {
    static final class Buffer {
        final int[] cells = new int[4];
        int count;
    }

    private final Exchanger<Buffer> exchanger = new Exchanger<>();

    void fill() {
        Buffer buffer = new Buffer();
        for (int round = 0; round < 8; round++) {
            while (buffer.count < buffer.cells.length) {
                buffer.cells[buffer.count++] = round;
            }
            buffer = swap(buffer);
        }
    }

    void empty() {
        Buffer buffer = new Buffer();
        int sum = 0;
        for (int round = 0; round < 8; round++) {
            while (buffer.count > 0) {
                sum += buffer.cells[--buffer.count];
            }
            buffer = swap(buffer);
        }
    }

    private Buffer swap(Buffer buffer) {
        try {
            return exchanger.exchange(buffer);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) {
        ExchangerRounds shared = new ExchangerRounds();
        new Thread(shared::fill).start();
        new Thread(shared::empty).start();
    }
}
