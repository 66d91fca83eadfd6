//@ about: Two streams have one descriptor: who closes the one closes the other.
//@ engines: scan

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;

public class SharedDescriptor {
    static class Counting extends FileInputStream {
        int closed;

        Counting(FileDescriptor descriptor) {
            super(descriptor);
        }

        @Override
        public void close() throws IOException {
            closed++;    //~ race(closed) write
            super.close();
        }
    }

    public static void main(String[] args) throws Exception {
        Counting counting = new Counting(FileDescriptor.in);
        FileInputStream other = new FileInputStream(FileDescriptor.in);
        new Thread(() -> {
            try {
                other.close();
            } catch (IOException error) {
                throw new IllegalStateException(error);
            }
        }).start();
        counting.close();
    }
}
