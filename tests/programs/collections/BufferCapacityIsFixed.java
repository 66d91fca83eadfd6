//@ about: A buffer's capacity is asked for while another thread fills the buffer: it never changes.
//@ engines: scan run predict

import java.nio.ByteBuffer;

public class BufferCapacityIsFixed {
    public static void main(String[] args) {
        ByteBuffer buffer = ByteBuffer.allocate(16);
        new Thread(() -> {
            buffer.put((byte) 1);
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        int capacity = buffer.capacity();
    }
}
