/** All conversions between primitive types, casts and compound assignments that narrow. */
public class Conversions {
    public static void main(String[] args) {
        long[] values = {0, 1, -1, 127, 128, -128, -129, 255, 256, 32767, 32768, -32768, -32769, 65535, 65536,
            Integer.MAX_VALUE, Integer.MIN_VALUE, 1L << 31, 1L << 32, Long.MAX_VALUE, Long.MIN_VALUE, 123456789012L};
        for (long value : values) {
            fromLong(value);
            fromInt((int) value);
            fromSmall((byte) value, (char) value, (short) value);
        }
        double[] doubles = {0, -0.0, 1.9, -1.9, 1e10, -1e10, 1e20, -1e20, Double.NaN, 1 / 0.0, -1 / 0.0, 65535.5, 0.49999999999999994};
        for (double value : doubles) {
            fromDouble(value);
            fromFloat((float) value);
        }
        compound();
    }

    static void fromLong(long v) {
        System.out.println("L " + (byte) v + " " + (int) (char) v + " " + (short) v + " " + (int) v + " " + v + " " + (float) v + " " + (double) v);
    }

    static void fromInt(int v) {
        System.out.println("I " + (byte) v + " " + (int) (char) v + " " + (short) v + " " + v + " " + (long) v + " " + (float) v + " " + (double) v);
    }

    static void fromSmall(byte b, char c, short s) {
        System.out.println("S " + b + " " + (int) c + " " + s + " " + (char) (b & 127 | 64) + " " + (short) c + " " + (byte) c + " " + (byte) s + " " + (int) (char) s
            + " " + (int) (char) b + " " + (long) c + " " + (float) b + " " + (double) s);
    }

    static void fromDouble(double v) {
        System.out.println("D " + (byte) v + " " + (int) (char) v + " " + (short) v + " " + (int) v + " " + (long) v + " " + (float) v);
    }

    static void fromFloat(float v) {
        System.out.println("F " + (byte) v + " " + (int) (char) v + " " + (short) v + " " + (int) v + " " + (long) v + " " + (double) v);
    }

    static byte b = 100;
    char c = 'z';
    short s = -32768;

    static void compound() {
        Conversions o = new Conversions();
        byte[] bs = {1, 2, 127};
        char[] cs = {'a', '\uffff'};
        short[] ss = {32767, -5};
        b += 100;
        System.out.println(b);
        b++;
        b *= 3;
        b >>>= 1;
        System.out.println(b--);
        o.c += 1.5;
        System.out.println((int) o.c++);
        o.c <<= 9;
        System.out.println((int) o.c);
        o.s--;
        System.out.println(o.s);
        o.s /= 7;
        System.out.println(--o.s);
        bs[2]++;
        bs[1] -= 200;
        bs[0] <<= 7;
        System.out.println(bs[0] + " " + bs[1] + " " + bs[2]++ + " " + ++bs[2]);
        cs[1]++;
        cs[0] += 'b';
        System.out.println((int) cs[0] + " " + (int) cs[1]-- + " " + (int) --cs[1]);
        ss[0] += ss[1] + 100000L;
        ss[1] *= 12345.678f;
        System.out.println(ss[0] + " " + ss[1]);
        byte local = 127;
        local++;
        short small = (short) (local * local * 3);
        char letter = (char) -1;
        letter += small;
        System.out.println(local + " " + small + " " + (int) letter);
        boolean flag = true;
        flag &= local < 0;
        flag ^= true;
        flag |= small > 5;
        System.out.println(flag);
        final long wide = local;
        double real = letter;
        System.out.println(wide + real);
    }
}
