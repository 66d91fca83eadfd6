//@ about: Two threads write the same element of an int array.
//@ engines: scan run predict
public class SameElement {
    public static void main(String[] args) {
        int[] a = new int[4];
        new Thread(() -> {
            a[2] = 1;      //~ race(a) write
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            a[2] = 2;      //~ race(a) write
        }).start();
    }
}
