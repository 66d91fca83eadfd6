//@ about: An object with a plain field is published through a plain field, so the reader races with the constructor as well.
//@ engines: scan run predict
public class UnsafePublication {
    static class Box {
        int value;

        Box(int value) {
            this.value = value;      //~[scan,run] race(value) write
        }
    }

    static Box shared;

    public static void main(String[] args) {
        new Thread(() -> {
            shared = new Box(1);      //~ race(shared) write
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            Box box = shared;      //~ race(shared) read
            if (box != null) {
                int seen = box.value;      //~[scan,run] race(value) read
            }
        }).start();
    }
}
