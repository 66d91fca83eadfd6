//@ about: Two threads write arrays of every kind of element, as a whole.
//@ engines: run
public class EveryElementKind {
    static final int N = 20;

    boolean[] flags = new boolean[N];
    byte[] bytes = new byte[N];
    char[] chars = new char[N];
    short[] shorts = new short[N];
    int[] ints = new int[N];
    long[] longs = new long[N];
    float[] floats = new float[N];
    double[] doubles = new double[N];
    Object[] objects = new Object[N];
    int[][] rows = new int[N][];

    void fill() {
        for (int i = 0; i < N; i++) {
            flags[i] = true;              //~ race(flags) write
            bytes[i] = (byte) i;          //~ race(bytes) write
            chars[i] = (char) i;          //~ race(chars) write
            shorts[i] = (short) i;        //~ race(shorts) write
            ints[i] = i;                  //~ race(ints) write
            longs[i] = i;                 //~ race(longs) write
            floats[i] = i;                //~ race(floats) write
            doubles[i] = i;               //~ race(doubles) write
            objects[i] = this;            //~ race(objects) write
            rows[i] = ints;               //~ race(rows) write
        }
    }

    public static void main(String[] args) {
        EveryElementKind all = new EveryElementKind();
        new Thread(() -> {
            all.fill();
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            all.fill();
        }).start();
    }
}
