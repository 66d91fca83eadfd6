//@ about: Deserialising calls readObject of the class, and gives an object of it.

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;

public class Serialization {
    public static void main(String[] args) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ObjectOutputStream out = new ObjectOutputStream(bytes);
        Letter letter = new Letter();
        Expect.mayCall("Letter.writeObject");
        out.writeObject(letter);
        out.flush();
        ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()));
        Expect.mayCall("Letter.readObject");
        Letter copy = (Letter) in.readObject();
        Expect.mayPointTo(copy, "class:Letter");
        Expect.reachable("Letter.writeObject", "Letter.readObject");
    }
}

class Letter implements Serializable {
    private static final long serialVersionUID = 1;

    private void writeObject(ObjectOutputStream out) throws IOException {
        out.defaultWriteObject();
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        in.defaultReadObject();
    }
}
