//@ about: Two threads write numbers to one DataOutputStream, each under its lock.
//@ engines: scan run predict

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

public class SharedDataOutputLocked {
    public static void main(String[] args) throws IOException {
        DataOutputStream out = new DataOutputStream(new ByteArrayOutputStream());
        new Thread(() -> {
            try {
                synchronized (out) {
                    out.writeInt(1);
                }
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }).start();
        synchronized (out) {
            out.writeUTF("two");
        }
    }
}
