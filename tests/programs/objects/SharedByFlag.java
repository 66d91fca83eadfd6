//@ about: A constructor and a method copy an array or share it as a flag says: false, handed on, computed or from a field, it shares.
//@ engines: scan run predict
final class Row {
    final int[] values;

    Row(int[] values, boolean copies) {
        this.values = copies ? values.clone() : values;
    }

    Row(Row other, boolean copies) {
        this(other.values, copies);
    }

    static Row copy(Row other, boolean copies) {
        return new Row(other, copies);
    }
}

public class SharedByFlag {
    static final Row first = new Row(new int[1], true);
    static final Row second = new Row(new int[1], true);
    static final Row third = new Row(new int[1], true);
    static boolean copies;

    static void change() {
        Row.copy(first, true).values[0]++;
        new Row(first.values, false).values[0]++; //~ race(first) write
        Row.copy(second, false).values[0]++; //~ race(second) write
        Row.copy(third, copies).values[0]++; //~ race(third) write
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
