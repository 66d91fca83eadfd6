//@ about: A constructor makes an array or shares one as a flag says: false, handed on, or from a field, it shares.
//@ engines: scan run predict
final class Row {
    final int[] values;

    Row(int[] values, boolean isNew) {
        this.values = isNew ? new int[1] : values;
    }

    Row(Row other, boolean isNew) {
        this(other.values, isNew);
    }
}

public class SharedByFlag {
    static final int[] first = new int[1];
    static final Row second = new Row(new int[1], false);
    static final int[] third = new int[1];
    static boolean isNew;

    static void change() {
        new Row(first, true).values[0]++;
        new Row(first, false).values[0]++; //~ race(first) write
        new Row(second, false).values[0]++; //~ race(second) write
        new Row(third, isNew).values[0]++; //~ race(third) write
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(SharedByFlag::change);
        Thread other = new Thread(SharedByFlag::change);
        one.start();
        other.start();
        one.join();
        other.join();
    }
}
