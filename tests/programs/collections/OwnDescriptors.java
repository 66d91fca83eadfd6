//@ about: Each thread opens a file by a stream of its own, which counts how often it is closed.
//@ engines: scan run predict

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;

public class OwnDescriptors {
    static class Counting extends FileInputStream {
        int closed;

        Counting(File file) throws IOException {
            super(file);
        }

        @Override
        public void close() throws IOException {
            closed++;
            super.close();
        }
    }

    public static void main(String[] args) throws Exception {
        File file = File.createTempFile("own", null);
        Runnable open = () -> {
            try (Counting stream = new Counting(file)) {
                stream.read();
            } catch (IOException error) {
                throw new IllegalStateException(error);
            }
        };
        Thread one = new Thread(open);
        Thread other = new Thread(open);
        one.start();
        other.start();
        one.join();
        other.join();
        file.delete();
    }
}
