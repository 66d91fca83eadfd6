//@ about: An object and its copy by serialisation lock each itself around a static field: two locks.
//@ engines: scan run predict

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;

public class CopyLocksItself implements Serializable {
    private static int issued;

    void issue() {
        synchronized (this) {
            issued++;    //~ race(issued) write
        }
    }

    static Object copy(Object original) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ObjectOutputStream out = new ObjectOutputStream(bytes);
        out.writeObject(original);
        out.close();
        return new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
    }

    public static void main(String[] args) throws Exception {
        CopyLocksItself original = new CopyLocksItself();
        CopyLocksItself copy = (CopyLocksItself) copy(original);
        new Thread(() -> {
            original.issue();
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            copy.issue();
        }).start();
    }
}
