/** Operators of int and long at their edges. */
public class Arithmetic {
    static final int[] INTS = {0, 1, -1, 2, -2, 7, 31, 32, 33, 63, 64, 65, 127, 128, -128, -129, 255, 256, 32767,
        32768, -32768, -32769, 65535, 65536, 0x12345678, 0x80000000, 0x7fffffff, 0x80000001, -1431655766};
    static final long[] LONGS = {0, 1, -1, 2, -3, 31, 32, 63, 64, 65, Integer.MAX_VALUE, Integer.MIN_VALUE,
        1L + Integer.MAX_VALUE, -1L + Integer.MIN_VALUE, 0x123456789abcdefL, Long.MAX_VALUE, Long.MIN_VALUE,
        Long.MIN_VALUE + 1, 0xffffffffL, 1L << 52, 1L << 53, (1L << 53) + 1};

    public static void main(String[] args) {
        for (int a : INTS) {
            System.out.println(a + ": " + -a + " " + ~a + " " + (a << 1) + " " + (a >> 1) + " " + (a >>> 1));
            for (int b : INTS) {
                ints(a, b);
            }
        }
        for (long a : LONGS) {
            System.out.println(a + ": " + -a + " " + ~a);
            for (long b : LONGS) {
                longs(a, b);
            }
            for (int s : INTS) {
                System.out.println(a + " shift " + s + ": " + (a << s) + " " + (a >> s) + " " + (a >>> s));
            }
        }
        incs();
    }

    static void ints(int a, int b) {
        int sum = a + b, difference = a - b, product = a * b;
        System.out.println(a + " " + b + ": " + sum + " " + difference + " " + product + " " + (a & b) + " " + (a | b)
            + " " + (a ^ b) + " " + (a << b) + " " + (a >> b) + " " + (a >>> b) + " " + (a < b) + (a <= b) + (a > b)
            + (a >= b) + (a == b) + (a != b));
        try {
            System.out.println(a / b + " " + a % b);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
    }

    static void longs(long a, long b) {
        System.out.println(a + " " + b + ": " + (a + b) + " " + (a - b) + " " + (a * b) + " " + (a & b) + " " + (a | b)
            + " " + (a ^ b) + " " + (a < b) + (a <= b) + (a > b) + (a >= b) + (a == b) + (a != b));
        try {
            System.out.println(a / b);
            System.out.println(a % b);
        } catch (ArithmeticException e) {
            System.out.println(e);
        }
    }

    static void incs() {
        int i = Integer.MAX_VALUE;
        i++;
        System.out.println(i);
        i--;
        System.out.println(i--);
        System.out.println(++i);
        i += 1000;
        i -= 40000;
        System.out.println(i);
        long l = Long.MIN_VALUE;
        System.out.println(l-- + " " + l++ + " " + --l + " " + ++l);
        i += 3.7;
        System.out.println(i);
        i *= 1.5f;
        System.out.println(i);
        l += 0.5;
        System.out.println(l);
        l <<= i;
        i >>>= l;
        System.out.println(l + " " + i);
    }
}
