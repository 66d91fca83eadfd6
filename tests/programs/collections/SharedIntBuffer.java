//@ about: An element of an IntBuffer is written in one thread and read in another.
//@ engines: scan run predict

import java.nio.IntBuffer;

public class SharedIntBuffer {
    public static void main(String[] args) {
        IntBuffer numbers = IntBuffer.allocate(4);
        new Thread(() -> {
            numbers.put(0, 3);    //~ FN[run,predict] race(numbers) write: elements of lists and buffers are not told apart, so what replaces one counts as a read
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        int seen = numbers.get(0);    //~ FN[run,predict] race(numbers) read: elements of lists and buffers are not told apart, so what replaces one counts as a read
    }
}
