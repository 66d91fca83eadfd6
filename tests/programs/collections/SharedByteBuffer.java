//@ about: Numbers of two kinds are written to a ByteBuffer in one thread and read in another.
//@ engines: scan run predict

import java.nio.ByteBuffer;

public class SharedByteBuffer {
    public static void main(String[] args) {
        ByteBuffer numbers = ByteBuffer.allocateDirect(64);
        new Thread(() -> {
            numbers.putFloat(0, 3f);    //~ FN[run,predict] race(numbers) write: elements of lists and buffers are not told apart, so what replaces one counts as a read
            numbers.putDouble(8, 4d);    //~ FN[run,predict] race(numbers) write: elements of lists and buffers are not told apart, so what replaces one counts as a read
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        float first = numbers.getFloat(0);    //~ FN[run,predict] race(numbers) read: elements of lists and buffers are not told apart, so what replaces one counts as a read
        double second = numbers.getDouble(8);    //~ FN[run,predict] race(numbers) read: elements of lists and buffers are not told apart, so what replaces one counts as a read
    }
}
