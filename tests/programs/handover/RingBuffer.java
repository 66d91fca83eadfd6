//@ about: One producer and one consumer share a ring of plain cells by two counters in acquire and release mode.
//@ engines: run predict

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class RingBuffer {
    private static final VarHandle HEAD = handle("head");
    private static final VarHandle TAIL = handle("tail");
    private final int[] cells = new int[4];
    private long head;
    private long tail;

    private static VarHandle handle(String name) {
        try {
            return MethodHandles.lookup().findVarHandle(RingBuffer.class, name, long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    void put(int value) {
        long at = (long) TAIL.getAcquire(this);
        while (at - (long) HEAD.getAcquire(this) == cells.length) {
            Thread.onSpinWait();
        }
        cells[(int) (at % cells.length)] = value;
        TAIL.setRelease(this, at + 1);
    }

    int take() {
        long at = (long) HEAD.getAcquire(this);
        while ((long) TAIL.getAcquire(this) == at) {
            Thread.onSpinWait();
        }
        int value = cells[(int) (at % cells.length)];
        HEAD.setRelease(this, at + 1);
        return value;
    }

    public static void main(String[] args) {
        RingBuffer ring = new RingBuffer();
        new Thread(() -> {
            for (int i = 0; i < 32; i++) {
                ring.put(i);
            }
        }).start();
        int sum = 0;
        for (int i = 0; i < 32; i++) {
            sum += ring.take();
        }
    }
}
