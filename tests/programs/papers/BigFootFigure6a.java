//@ about: One branch reads a second field, the other reads the field that is read again after both.
//@ engines: scan run predict
//@ paper: BigFoot figure 6(a)
public class BigFootFigure6a {
    static class Box {
        int f;
        int g;
    }

    static int read(Box b, int i) {
        int first;
        if (i < 0) {
            first = b.g;      //~ race(g) read
        } else {
            first = b.f;      //~[scan] race(f) read
        }
        int last = b.f;      //~ race(f) read
        return first + last;
    }

    public static void main(String[] args) {
        Box b = new Box();
        int i = args.length - 1;
        new Thread(() -> {
            b.g = 2;      //~ race(g) write
            b.f = 1;      //~ race(f) write
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            read(b, i);
        }).start();
    }
}
