//@ about: A constructor and a method copy an array or share it as a flag says that is constant in every call; tasks change copies.
//@ engines: scan run predict
final class Vector {
    final int[] values;

    Vector(int[] values, boolean copies) {
        this.values = copies ? values.clone() : values;
    }

    Vector(Vector other, boolean copies) {
        this(other.values, copies);
    }

    int[] values(boolean copies) {
        if (!copies) {
            return values;
        }
        return values.clone();
    }
}

public class CopyByFlag {
    static final Vector shared = new Vector(new int[2], false);

    static void change() {
        new Vector(shared.values, true).values[0]++;
        new Vector(shared, true).values[0]++;
        shared.values(true)[1]++;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(CopyByFlag::change);
        Thread other = new Thread(CopyByFlag::change);
        one.start();
        other.start();
        one.join();
        other.join();
        System.out.println(shared.values(false)[0]);
    }
}
