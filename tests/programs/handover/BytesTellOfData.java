//@ about: Plain data is read after a synchronized method of a stream has shown that it is there.
//@ engines: run predict

import java.io.ByteArrayOutputStream;

public class BytesTellOfData {
    private static int data;

    public static void main(String[] args) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new Thread(() -> {
            data = 1;
            bytes.write(1);
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        while (bytes.size() == 0) {
            Thread.onSpinWait();
        }
        System.out.println(data);
    }
}
