//@ about: An object is published through a volatile field, but its plain field is written again afterwards.
//@ engines: scan run predict
public class VolatileReferencePlainTarget {
    static class Box {
        int value;
    }

    static volatile Box published;

    public static void main(String[] args) {
        new Thread(() -> {
            Box box = new Box();
            published = box;
            box.value = 1;      //~ race(value) write
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            Box box = published;
            int seen = box.value;      //~ race(value) read
        }).start();
    }
}
