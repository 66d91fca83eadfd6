import java.util.*;

/** Boxing, unboxing, caches, comparisons and promotions in mixed expressions. */
public class Boxing {
    static Integer si = 1; static Long sl; static Character sc = 'a'; Boolean flag; Double d = 1.5;
    static int f(long x) { return 1; } static int f(Integer x) { return 2; } static int f(Object x) { return 3; } static int f(int... x) { return 4; }
    static int g(double x) { return 1; } static int g(Object x) { return 2; }
    static <T> T pick(boolean b, T x, T y) { return b ? x : y; }
    public static void main(String[] args) {
        Integer a = 127, b = 127, c = 1000, e = 1000;
        System.out.println((a == b) + " " + c.equals(e) + " " + (c <= e && c >= e) + " " + c.compareTo(999) + (c == 1000));
        Long l = 5L; Short s = 3; Byte y = 7; Float fl = 2.5f;
        System.out.println(l + s + y + fl + si + " " + l.equals(5) + l.equals(5L) + " " + s.hashCode() + y.byteValue() + Float.compare(fl, 2.5f));
        si++; si += 10; si = si * 2 - (int) (long) l; sc++; sc = (char) (sc + 1);
        System.out.println(si + " " + sc + " " + ++si + si-- + " " + (sc > 'b') + (char) (sc + 1));
        System.out.println(f(1) + " " + f((short) 1) + f(si) + f("s") + f() + f(1, 2) + g('c') + g(1f) + g(si) + g("x"));
        Object o = true ? 1 : 2.0; System.out.println(o);
        Object p = true ? (Object) 1 : 2.0; System.out.println(p);
        Object q = args.length > 5 ? 'x' : si; System.out.println(q);
        Object r = args.length == 0 ? null : 0; System.out.println(r);
        char ch = 'a'; int i = 0; System.out.println(true ? ch : 0); System.out.println(true ? ch : i); System.out.println(false ? 1L : 'c');
        try { long bad = sl; } catch (NullPointerException x) { System.out.println("null long"); }
        try { Integer n = args.length == 0 ? null : 5; int z = args.length == 0 ? n : 7; } catch (NullPointerException x) { System.out.println("null int"); }
        Boxing box = new Boxing();
        try { if (box.flag) System.out.println("no"); } catch (NullPointerException x) { System.out.println("null flag"); }
        box.d += 2; box.d++; System.out.println(box.d-- + box.d);
        List<Integer> list = new ArrayList<>(Arrays.asList(5, 6, 7)); list.remove(1); list.remove((Integer) 7); System.out.println(list);
        Map<Character, Integer> counts = new TreeMap<>(); for (char x : "mississippi".toCharArray()) counts.put(x, counts.getOrDefault(x, 0) + 1); System.out.println(counts);
        int[] total = {0}; for (Integer x : list) total[0] += x; long sum = 0; for (int x : list) sum += x; System.out.println(total[0] + sum);
        System.out.println(pick(true, 1, 2) + pick(false, 1L, 2L) + " " + pick(true, 'a', 'b') + pick(false, 1, "s"));
        switch (a) { case 127: System.out.println("boxed switch"); break; default: System.out.println("no"); }
        switch (sc) { case 'c': System.out.println("c"); break; case 'd': System.out.println("d"); }
        Integer[] arr = {1, 2, 3}; arr[0]++; arr[1] += arr[2]--; arr[arr[0]] = arr[1]++ * 2; System.out.println(Arrays.toString(arr));
        long w = arr[0]; double dd = arr[1]; float ff = l; System.out.println(w + dd + ff);
        System.out.println((Object) 'a' instanceof Character ? 1 : 0); System.out.println(((Object) 1).equals(1L) + " " + new Integer(5).equals(5) + Objects.equals(1, 1));
        byte bb = (byte) (int) c; short ss = (short) (c * 100); System.out.println(bb + " " + ss + " " + (byte) 'é' + (int) (char) (byte) -1);
        System.out.println(Integer.MAX_VALUE + 1 + " " + (Integer.MAX_VALUE + 1L) + " " + (1 / 2) + (1 / 2.0) + (char) ('a' + 1) + ('a' + 1) + (5 & 3 | 8 ^ 2) + (-7 / 2) + (-7 % 3) + (-7 >> 1) + (-7 >>> 28) + 7 / -2 + 7 % -3);
    }
}
