//@ about: One buffer goes back and forth between two threads by two queues, and both fill it.
//@ engines: run predict

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

public class BufferPingPong {
    private static void play(BlockingQueue<int[]> from, BlockingQueue<int[]> to) {
        try {
            for (int i = 0; i < 8; i++) {
                int[] buffer = from.take();
                for (int at = 0; at < buffer.length; at++) {
                    buffer[at]++;
                }
                to.put(buffer);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        BlockingQueue<int[]> there = new ArrayBlockingQueue<>(1);
        BlockingQueue<int[]> back = new LinkedBlockingQueue<>();
        new Thread(() -> play(there, back)).start();
        there.put(new int[16]);
        play(back, there);
        int first = there.take()[0];
    }
}
