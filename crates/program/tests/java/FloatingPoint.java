/** float and double: NaN, infinities, zeros, remainders, comparisons. */
public class FloatingPoint {
    static final double[] DOUBLES = {0.0, -0.0, 1, -1, 0.1, 1.5, -2.5, 1e308, -1e308, 1e-308, Double.MIN_VALUE,
        Double.MAX_VALUE, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 4.35, 3e9, -3e9, 1e19, 2e-45};
    static final float[] FLOATS = {0f, -0f, 1, -1, 0.1f, 3.3f, 1e38f, -1e38f, Float.MIN_VALUE, Float.MAX_VALUE,
        Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, 16777217f, 2.5e9f, 1e-40f};

    public static void main(String[] args) {
        for (double a : DOUBLES) {
            System.out.println(a + " " + -a + " " + (float) a + " " + (int) a + " " + (long) a);
            for (double b : DOUBLES) {
                System.out.println(a + b);
                System.out.println(a - b);
                System.out.println(a * b);
                System.out.println(a / b);
                System.out.println(a % b);
                System.out.println(bits(a < b, a <= b, a > b, a >= b, a == b, a != b));
                System.out.println(!(a < b) ? "not less" : "less");
                System.out.println(!(a >= b) ? 1 : 2);
            }
        }
        for (float a : FLOATS) {
            System.out.println(a + " " + -a + " " + (double) a + " " + (int) a + " " + (long) a);
            for (float b : FLOATS) {
                float sum = a + b;
                sum = sum - a * b;
                System.out.println(sum);
                System.out.println(a / b + " " + a % b);
                System.out.println(bits(a < b, a <= b, a > b, a >= b, a == b, a != b));
                if (a > b || a != a) {
                    System.out.println("greater or not a number");
                }
            }
        }
        double d = 1;
        float f = 1;
        for (int i = 0; i < 40; i++) {
            d *= -1.1;
            f /= 1.7f;
            d++;
            --f;
            System.out.println(d + " " + f + " " + (byte) d + " " + (short) (d * 1000) + " " + (char) (int) f);
        }
        System.out.println(Double.doubleToLongBits(d) + " " + Float.floatToIntBits(f));
        System.out.println(Math.max(-0.0, 0.0) + " " + Math.min(-0.0f, 0.0f) + " " + Math.abs(-7.5) + " " + Math.sqrt(2));
        System.out.println(Math.floor(-1.5) + " " + Math.ceil(-1.5) + " " + Math.round(2.5) + " " + Math.rint(2.5));
    }

    static int bits(boolean... flags) {
        int bits = 0;
        for (boolean flag : flags) {
            bits = bits << 1 | (flag ? 1 : 0);
        }
        return bits;
    }
}
