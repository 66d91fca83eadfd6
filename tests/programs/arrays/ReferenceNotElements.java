//@ about: A field that refers to an array is replaced while another thread reads the field: no element races.
//@ engines: scan run predict
public class ReferenceNotElements {
    int[] data = new int[2];

    public static void main(String[] args) {
        ReferenceNotElements shared = new ReferenceNotElements();
        new Thread(() -> {
            shared.data = new int[4];      //~ race(data) write
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            int length = shared.data.length;      //~ race(data) read
        }).start();
    }
}
