//@ about: Bytes are read from a stream, and from a buffer, into arrays that another thread reads.
//@ engines: scan run predict

import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;

public class BytesFromStream {
    public static void main(String[] args) {
        byte[] read = new byte[4];
        byte[] taken = new byte[4];
        byte[] source = {1, 2, 3, 4};
        new Thread(() -> {
            new ByteArrayInputStream(source).readNBytes(read, 0, 4);    //~ race(read) write
            ByteBuffer.wrap(source).get(taken);    //~ race(taken) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        byte first = read[0];    //~ race(read) read
        byte second = taken[0];    //~ race(taken) read
    }
}
