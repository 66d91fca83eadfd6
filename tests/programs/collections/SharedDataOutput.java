//@ about: Two threads write numbers to one DataOutputStream, which counts bytes without a lock.
//@ engines: scan run predict

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

public class SharedDataOutput {
    public static void main(String[] args) throws IOException {
        DataOutputStream out = new DataOutputStream(new ByteArrayOutputStream());
        new Thread(() -> {
            try {
                out.writeInt(1);    //~ race(out) write
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        out.writeUTF("two");    //~ race(out) write
    }
}
