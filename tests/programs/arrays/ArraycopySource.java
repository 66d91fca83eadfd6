//@ about: System.arraycopy reads a range of an array, an element of which another thread then writes.
//@ engines: scan run predict
public class ArraycopySource {
    public static void main(String[] args) {
        int[] source = {1, 2, 3, 4};
        new Thread(() -> {
            int[] own = new int[2];
            System.arraycopy(source, 1, own, 0, 2);      //~ race(source) read
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            source[2] = 0;      //~ race(source) write
        }).start();
    }
}
