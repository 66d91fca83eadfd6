//@ about: A loop copies one field into the elements of an array, while another thread writes the field and reads an element.
//@ engines: scan run predict
//@ paper: BigFoot figure 6(b)
public class BigFootFigure6b {
    static class Box {
        int f;
    }

    static void fill(Box b, int[] a) {
        int i = 0;
        do {
            int t = b.f;      //~ race(f) read
            a[i] = t;      //~ race(a) write
            i++;
        } while (i < a.length);
    }

    public static void main(String[] args) {
        Box b = new Box();
        int[] a = new int[4];
        new Thread(() -> {
            b.f = 7;      //~ race(f) write
            Unseen.at(1);
            Unseen.at(4);
            int seen = a[1];      //~ race(a) read
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            fill(b, a);
            Unseen.at(3);
        }).start();
    }
}
