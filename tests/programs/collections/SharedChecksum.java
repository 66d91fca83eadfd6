//@ about: A checksum is updated in one thread and read in another.
//@ engines: scan run predict

import java.util.zip.Adler32;
import java.util.zip.Checksum;

public class SharedChecksum {
    public static void main(String[] args) {
        Checksum sum = new Adler32();
        new Thread(() -> {
            sum.update(1);    //~ race(sum) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        long seen = sum.getValue();    //~ race(sum) read
    }
}
