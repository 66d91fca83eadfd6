//@ about: An element of an IntBuffer is written in one thread and read in another.
//@ engines: scan run predict

import java.nio.IntBuffer;

public class SharedIntBuffer {
    public static void main(String[] args) {
        IntBuffer numbers = IntBuffer.allocate(4);
        new Thread(() -> {
            numbers.put(0, 3);    //~ race(numbers) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        int seen = numbers.get(0);    //~ race(numbers) read
    }
}
