/** Bit tricks and the library's own. */
public class Bits {
    public static void main(String[] args) {
        int[] xs = {0, 1, -1, 5, 0x80000000, 0x7fffffff, 0x12345678, -12345, 1 << 20};
        for (int x : xs) {
            long y = (long) x * 0x9E3779B97F4A7C15L;
            System.out.println(popcount(x) + " " + Integer.bitCount(x) + " " + Long.bitCount(y) + " " + reverse(x) + " " + Integer.reverse(x) + " " + Long.reverse(y) + " " + Integer.reverseBytes(x));
            System.out.println(Integer.highestOneBit(x) + " " + Integer.lowestOneBit(x) + " " + Integer.numberOfLeadingZeros(x) + " " + Long.numberOfTrailingZeros(y) + " " + Integer.rotateLeft(x, 7) + " " + Long.rotateRight(y, 13));
            System.out.println(abs(x) + " " + sign(x) + " " + (x & -x) + " " + (x & x - 1) + " " + isPower(x) + " " + (x >>> 31) + " " + (x >> 31) + " " + (byte) (x >> 8) + " " + (char) ('a' + (x & 15)));
            System.out.println(Math.floorMod(x, 7) + " " + Math.floorDiv(x, -7) + " " + Integer.compareUnsigned(x, 5) + " " + Integer.toUnsignedString(x) + " " + Integer.divideUnsigned(x, 3) + " " + Long.remainderUnsigned(y, 10) + " " + Integer.signum(x));
            try { System.out.println(Math.addExact(x, 1 << 30) + " " + Math.multiplyExact(x, 3)); } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
            try { System.out.println(Math.toIntExact(y)); } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
        }
        System.out.println(crc("hello") + " " + fnv("world") + " " + murmur(12345) + " " + xorshift(99, 20));
        long packed = pack((short) -2, (byte) 7, 'z', 0x1234567);
        System.out.println(packed + " " + (short) (packed >> 48) + " " + (byte) (packed >> 40) + " " + (char) (packed >>> 24 & 0xffff));
        boolean t = true, f = false;
        System.out.println((t ^ f) + " " + (t & !f | f) + " " + (f ^ f ^ t) + (t == f) + (t != f));
    }
    static int popcount(int x) { int n = 0; while (x != 0) { x &= x - 1; n++; } return n; }
    static int reverse(int x) { int r = 0; for (int i = 0; i < 32; i++) { r = r << 1 | x & 1; x >>>= 1; } return r; }
    static int abs(int x) { int m = x >> 31; return (x ^ m) - m; }
    static int sign(int x) { return x >> 31 | -x >>> 31; }
    static boolean isPower(int x) { return x > 0 && (x & x - 1) == 0; }
    static int crc(String s) {
        int crc = ~0;
        for (byte b : s.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1)) { crc ^= b & 0xff; for (int k = 0; k < 8; k++) crc = crc >>> 1 ^ (crc & 1) * 0xEDB88320; }
        return ~crc;
    }
    static long fnv(String s) { long h = 0xcbf29ce484222325L; for (char c : s.toCharArray()) { h ^= c; h *= 0x100000001b3L; } return h; }
    static int murmur(int h) { h ^= h >>> 16; h *= 0x85ebca6b; h ^= h >>> 13; h *= 0xc2b2ae35; return h ^ h >>> 16; }
    static long xorshift(long x, int n) { while (n-- > 0) { x ^= x << 13; x ^= x >>> 7; x ^= x << 17; } return x; }
    static long pack(short a, byte b, char c, int d) { return (long) a << 48 | (b & 0xffL) << 40 | (long) c << 24 | d & 0xffffff; }
}
