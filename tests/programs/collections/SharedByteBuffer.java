//@ about: Numbers of two kinds are written to a ByteBuffer in one thread and read in another.
//@ engines: scan run predict

import java.nio.ByteBuffer;

public class SharedByteBuffer {
    public static void main(String[] args) {
        ByteBuffer numbers = ByteBuffer.allocateDirect(64);
        new Thread(() -> {
            numbers.putFloat(0, 3f);    //~ race(numbers) write
            numbers.putDouble(8, 4d);    //~ FN[run] race(numbers) write: of one thread's accesses between two synchronisations only the first is kept
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        float first = numbers.getFloat(0);    //~ race(numbers) read
        double second = numbers.getDouble(8);    //~ race(numbers) read
    }
}
