//@ about: Two threads reach one array through a field that nobody changes: an element races, the field does not.
//@ engines: scan run predict
public class ElementsNotReference {
    int[] data = new int[2];

    void put(int value) {
        data[0] = value;      //~ race(data) write
    }

    public static void main(String[] args) {
        ElementsNotReference shared = new ElementsNotReference();
        new Thread(() -> {
            shared.put(1);
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            shared.put(2);
        }).start();
    }
}
