//@ about: Arrays.asList is a view of its array.

import java.util.Arrays;
import java.util.List;

public class ArraysAsList {
    public static void main(String[] args) {
        Object a = new Object();                    //@site a
        Object b = new Object();                    //@site b
        Object[] array = {a};
        List<Object> list = Arrays.asList(array);
        list.set(0, b);
        Expect.pointsTo(array[0], "a", "b");
        Expect.pointsTo(list.get(0), "a", "b");
        List<Object> other = Arrays.asList(b, b);
        Expect.pointsTo(other.get(0), "b");
        Object[] out = other.toArray();
        Expect.pointsTo(out[0], "b");
        Object[] given = new Object[2];             //@site given
        Object[] filled = other.toArray(given);
        Expect.mayPointTo(filled, "given");
        Expect.pointsTo(filled[0], "b");
        Expect.pointsTo(given[0], "b");
    }
}
