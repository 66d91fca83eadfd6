//@ about: Each box is transferred to a thread that waits for it.
//@ engines: run predict

import java.util.concurrent.LinkedTransferQueue;

public class TransferQueueTransfers {
    static final class Box {
        int value;
    }

    public static void main(String[] args) throws InterruptedException {
        LinkedTransferQueue<Box> queue = new LinkedTransferQueue<>();
        new Thread(() -> {
            try {
                for (int i = 0; i < 4; i++) {
                    queue.take().value++;
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }).start();
        for (int i = 0; i < 3; i++) {
            Box box = new Box();
            box.value = i;
            queue.transfer(box);
        }
        Box last = new Box();
        last.value = 3;
        while (!queue.tryTransfer(last)) {
            Thread.onSpinWait();
        }
    }
}
