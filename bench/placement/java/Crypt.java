/**
 * IDEA on an array of bytes, encrypted and decrypted again, each thread a part of the blocks. Arguments: thousands of
 * blocks, threads.
 */
public final class Crypt {
    private static final int ROUNDS = 8;
    private static final int KEYS = 6 * ROUNDS + 4;
    /** How often the whole text goes through. */
    private static final int PASSES = 3;

    private Crypt() {}

    /** Multiplication modulo 2^16 + 1, where 0 stands for 2^16. */
    private static int multiply(int a, int b) {
        if (a == 0) {
            return 1 - b & 0xffff;
        }
        if (b == 0) {
            return 1 - a & 0xffff;
        }
        int product = a * b;
        int low = product & 0xffff;
        int high = product >>> 16;
        return low - high + (low < high ? 1 : 0) & 0xffff;
    }

    /** By Fermat: the modulus is prime. */
    private static int inverse(int a) {
        int result = 1;
        int power = a;
        for (int exponent = 0xffff; exponent > 0; exponent >>= 1) {
            if ((exponent & 1) != 0) {
                result = multiply(result, power);
            }
            power = multiply(power, power);
        }
        return result;
    }

    /** Eight words of the key, then the key rotated by 25 bits, and so on. */
    static int[] encryptionKeys(int[] words) {
        int[] keys = new int[KEYS];
        System.arraycopy(words, 0, keys, 0, 8);
        for (int i = 8; i < KEYS; i++) {
            int group = i / 8 * 8 - 8;
            int first = keys[group + (i + 1) % 8];
            int second = keys[group + (i + 2) % 8];
            keys[i] = (first << 9 | second >>> 7) & 0xffff;
        }
        return keys;
    }

    static int[] decryptionKeys(int[] keys) {
        int[] inverted = new int[KEYS];
        for (int round = 0; round <= ROUNDS; round++) {
            int from = 6 * (ROUNDS - round);
            int to = 6 * round;
            // The two in the middle are swapped between rounds, but neither before the first nor behind the last.
            int swap = round == 0 || round == ROUNDS ? 0 : 1;
            inverted[to] = inverse(keys[from]);
            inverted[to + 1] = -keys[from + 1 + swap] & 0xffff;
            inverted[to + 2] = -keys[from + 2 - swap] & 0xffff;
            inverted[to + 3] = inverse(keys[from + 3]);
            if (round < ROUNDS) {
                inverted[to + 4] = keys[from - 2];
                inverted[to + 5] = keys[from - 1];
            }
        }
        return inverted;
    }

    /** The blocks of eight bytes from one place to another. */
    static void cipher(byte[] from, byte[] to, int[] keys, int begin, int end) {
        int in = begin;
        int out = begin;
        for (int block = begin; block < end; block += 8) {
            int a = from[in++] & 0xff;
            a |= (from[in++] & 0xff) << 8;
            int b = from[in++] & 0xff;
            b |= (from[in++] & 0xff) << 8;
            int c = from[in++] & 0xff;
            c |= (from[in++] & 0xff) << 8;
            int d = from[in++] & 0xff;
            d |= (from[in++] & 0xff) << 8;
            int key = 0;
            for (int round = 0; round < ROUNDS; round++) {
                a = multiply(a, keys[key++]);
                b = b + keys[key++] & 0xffff;
                c = c + keys[key++] & 0xffff;
                d = multiply(d, keys[key++]);
                int left = multiply(a ^ c, keys[key++]);
                int right = multiply((b ^ d) + left & 0xffff, keys[key++]);
                left = left + right & 0xffff;
                a ^= right;
                d ^= left;
                int middle = b ^ left;
                b = c ^ right;
                c = middle;
            }
            a = multiply(a, keys[key++]);
            int second = c + keys[key++] & 0xffff;
            int third = b + keys[key++] & 0xffff;
            d = multiply(d, keys[key]);
            to[out++] = (byte) a;
            to[out++] = (byte) (a >>> 8);
            to[out++] = (byte) second;
            to[out++] = (byte) (second >>> 8);
            to[out++] = (byte) third;
            to[out++] = (byte) (third >>> 8);
            to[out++] = (byte) d;
            to[out++] = (byte) (d >>> 8);
        }
    }

    /** The example that was published with the cipher. */
    private static void checkExample() {
        int[] keys = encryptionKeys(new int[] {1, 2, 3, 4, 5, 6, 7, 8});
        byte[] text = {0, 0, 1, 0, 2, 0, 3, 0};
        byte[] result = new byte[8];
        cipher(text, result, keys, 0, 8);
        int[] expected = {0x11fb, 0xed2b, 0x0198, 0x6de5};
        for (int i = 0; i < 4; i++) {
            int word = result[2 * i] & 0xff | (result[2 * i + 1] & 0xff) << 8;
            Team.check(word == expected[i], "word " + i + " of the example");
        }
    }

    public static void main(String[] arguments) throws Exception {
        int bytes = Team.argument(arguments, 0, 700) * 8000;
        int threads = Team.argument(arguments, 1, 4);
        checkExample();
        int[] encryption = encryptionKeys(new int[] {0x1234, 7, 0xfedc, 0, 0x8001, 99, 0x4321, 0xbeef});
        int[] decryption = decryptionKeys(encryption);
        byte[] plain = new byte[bytes];
        byte[] encrypted = new byte[bytes];
        byte[] decrypted = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            plain[i] = (byte) (i * 31 ^ i >>> 9);
        }
        for (int pass = 0; pass < PASSES; pass++) {
            int[][] keys = {encryption, decryption};
            byte[][] texts = {plain, encrypted, decrypted};
            for (int direction = 0; direction < 2; direction++) {
                int which = direction;
                Team.run(threads, number -> {
                    int begin = 8 * Team.begin(number, threads, bytes / 8);
                    int end = 8 * Team.begin(number + 1, threads, bytes / 8);
                    cipher(texts[which], texts[which + 1], keys[which], begin, end);
                });
            }
        }
        long checksum = 0;
        for (int i = 0; i < bytes; i++) {
            Team.check(plain[i] == decrypted[i], "byte " + i);
            checksum = checksum * 31 + encrypted[i];
        }
        Team.done("crypt", Long.toHexString(checksum));
    }
}
