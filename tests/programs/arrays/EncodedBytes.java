//@ about: Random bytes are written into an array while another thread makes text of it.
//@ engines: scan run predict

import java.util.Base64;
import java.util.Random;

public class EncodedBytes {
    public static void main(String[] args) {
        byte[] key = new byte[16];
        new Thread(() -> {
            new Random(1).nextBytes(key);    //~ race(key) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        String text = Base64.getEncoder().encodeToString(key);    //~ race(key) read
    }
}
