import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Vector;

/** Untraced code reads and writes fields, statics, elements and the JDK's objects, directly and by reflection. */
public class Parts {
    static class Shared implements Cloneable {
        int number;
        long wide;
        double real;
        Object other;
        volatile int signal;
        final Object fixed = new int[1];
        int[] cells = new int[8];

        Shared copy() throws CloneNotSupportedException {
            return (Shared) clone();
        }
    }

    static int counter;
    static long wideCounter;
    static volatile int flag;
    static final VarHandle NUMBER;

    static {
        try {
            NUMBER = MethodHandles.lookup().findVarHandle(Shared.class, "number", int.class);
        } catch (ReflectiveOperationException impossible) {
            throw new Error(impossible);
        }
    }

    static class Missing {
        static int own;
        int mine;
        long wide;

        int reads(Shared it) {
            return it.number + (int) it.wide + (int) it.real + it.cells[3] + it.cells[4];
        }

        void writes(Shared it) {
            it.wide = 7;
            it.real = 0.5;
            it.other = this;
            wide = it.wide;
            mine++;
        }

        void readsThenWrites(Shared it) {
            if (it.number == 0) {
                it.number = 1;
            }
        }

        int volatiles(Shared it) {
            int seen = it.signal;
            it.signal = seen + 1;
            flag = seen;
            return flag;
        }

        Object finals(Shared it) {
            return it.fixed;
        }

        void statics() {
            own = counter;
            wideCounter += 3;
        }

        Object arrays(int[] numbers, Object[] objects, byte[] bytes, boolean[] truths, char[] signs, short[] shorts,
                long[] longs, float[] floats, double[] doubles) {
            numbers[1] = numbers[0];
            bytes[1] = bytes[0];
            truths[1] = truths[0];
            signs[1] = signs[0];
            shorts[1] = shorts[0];
            longs[1] = longs[0];
            floats[1] = floats[0];
            doubles[1] = doubles[0];
            objects[1] = objects[0];
            return objects[2];
        }

        void copies(int[] from, int[] to, Object[] objects) {
            System.arraycopy(from, 0, to, 2, 3);
            java.util.Arrays.fill(objects, 1, 2, this);
        }

        int[] clones(int[] numbers) {
            return numbers.clone();
        }

        Object clonesObject(Shared it) throws CloneNotSupportedException {
            return it.copy();
        }

        Missing clonesOwn(Own it) throws CloneNotSupportedException {
            return it.copy();
        }

        void outside(int[] numbers) {
            try {
                numbers[numbers.length] = numbers[-1];
            } catch (ArrayIndexOutOfBoundsException expected) {
                mine = 2;
            }
            try {
                mine = ((Shared) null).number;
            } catch (NullPointerException expected) {
                mine = 3;
            }
        }

        void reflection(Shared it) throws ReflectiveOperationException {
            Field wide = Shared.class.getDeclaredField("wide");
            Field real = Shared.class.getDeclaredField("real");
            Field counter = Parts.class.getDeclaredField("counter");
            real.setDouble(it, wide.getLong(it));
            counter.setInt(null, counter.getInt(null) + 1);
        }

        int handles(Shared one, Shared other) {
            NUMBER.set(one, 5);
            return (int) NUMBER.get(other);
        }

        int collections(List<Object> list, Map<Object, Object> map, Vector<Object> vector, List<Object> guarded,
                StringBuilder text) {
            list.add(this);
            map.put("one", vector.get(0));
            vector.add(map.get("one"));
            guarded.add(list.get(0));
            text.append(guarded.size());
            return text.length() + list.size();
        }

        int onlyReadCollections(List<Object> list, Map<Object, Object> map, Vector<Object> vector) {
            return list.size() + map.size() + vector.size();
        }
    }

    static class Own extends Missing implements Cloneable {
        Missing copy() throws CloneNotSupportedException {
            return (Missing) super.clone();
        }
    }

    static Object[] kept = new Object[40];

    public static void main(String[] arguments) throws Exception {
        Shared one = new Shared();
        Shared other = new Shared();
        int[] numbers = new int[8];
        int[] more = new int[8];
        Object[] objects = {one, other, numbers, null};
        byte[] bytes = new byte[2];
        boolean[] truths = new boolean[2];
        char[] signs = new char[2];
        short[] shorts = new short[2];
        long[] longs = new long[2];
        float[] floats = new float[2];
        double[] doubles = new double[2];
        List<Object> list = new ArrayList<>();
        Map<Object, Object> map = new HashMap<>();
        Vector<Object> vector = new Vector<>();
        vector.add(one);
        List<Object> guarded = Collections.synchronizedList(new ArrayList<>());
        StringBuilder text = new StringBuilder();
        Object[] all = {one, other, numbers, more, objects, bytes, truths, signs, shorts, longs, floats, doubles, list,
            map, vector, guarded, text};
        for (int at = 0; at < all.length; at++) {
            kept[at] = all[at];
        }
        Missing missing = new Missing();
        kept[20] = missing;
        one.number = missing.reads(other);
        missing.writes(one);
        missing.readsThenWrites(other);
        missing.readsThenWrites(other);
        other.number = missing.volatiles(one);
        kept[21] = missing.finals(other);
        missing.statics();
        kept[22] = missing.arrays(numbers, objects, bytes, truths, signs, shorts, longs, floats, doubles);
        missing.copies(numbers, more, objects);
        kept[23] = missing.clones(more);
        kept[24] = missing.clonesObject(one);
        kept[25] = missing.clonesOwn(new Own());
        missing.outside(numbers);
        missing.reflection(one);
        other.number = missing.handles(one, other);
        other.number = missing.collections(list, map, vector, guarded, text);
        other.number = missing.onlyReadCollections(list, map, vector);
        counter += 1;
    }
}
