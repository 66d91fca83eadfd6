import java.math.BigInteger;
import java.util.*;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Deep library code, interpreted as it stands in the JDK. */
public class Library {
    static BigInteger factorial(int n) { BigInteger r = BigInteger.ONE; for (int i = 2; i <= n; i++) r = r.multiply(BigInteger.valueOf(i)); return r; }

    static void numbers() {
        BigInteger f = factorial(60), p = BigInteger.valueOf(2).pow(127).subtract(BigInteger.ONE);
        System.out.println(f + " " + f.bitLength() + " " + f.mod(p) + " " + f.divide(BigInteger.valueOf(1234567891011L)) + " " + f.gcd(p.add(BigInteger.ONE)));
        System.out.println(p.modPow(BigInteger.valueOf(65537), f.add(BigInteger.ONE)) + " " + p.negate().shiftRight(50) + " " + p.xor(f).toString(16) + " " + new BigInteger("-123456789012345678901234567890").signum());
    }

    static void patterns() {
        Matcher m = Pattern.compile("(\\w+)@(\\w+)\\.(com|org)").matcher("mail bob@example.com, eve@site.org; none@x.net");
        while (m.find()) System.out.println(m.group(1) + " at " + m.group(2) + " " + m.start() + "-" + m.end(3));
        System.out.println("a1b22c333".replaceAll("[0-9]+", "#") + " " + "x--y-z".split("-+").length + " " + "aaa".matches("a{2,3}") + " " + Pattern.matches("(a|b)*abb", "abaabb") + " " + "The Cat".replaceFirst("(?i)cat", "$0s") + Arrays.toString("p, q,r ,s".split("\\s*,\\s*")));
    }

    static void collections() {
        Map<String, AtomicInteger> counts = new ConcurrentHashMap<>();
        for (String w : "to be or not to be that is the question to be".split(" ")) counts.computeIfAbsent(w, k -> new AtomicInteger()).incrementAndGet();
        System.out.println(new TreeMap<>(counts) + " " + counts.size());
        AtomicLong total = new AtomicLong(5); total.addAndGet(1L << 40); total.compareAndSet(7, 8); System.out.println(total.getAndIncrement() + " " + total);
        Map<Integer, Integer> sums = IntStream.rangeClosed(1, 30).boxed().collect(Collectors.groupingBy(i -> i % 4, TreeMap::new, Collectors.summingInt(i -> i)));
        System.out.println(sums);
        System.out.println(Stream.of("delta", "alpha", "charlie", "bravo").sorted(Comparator.reverseOrder()).map(s -> s.charAt(0) + ":" + s.length()).collect(Collectors.joining(";")) + Stream.of(5, 3, 5, 1).distinct().sorted().collect(Collectors.toList()) + IntStream.of(3, 9, 4).summaryStatistics().getMax());
        System.out.println(Stream.of(List1.of(1, 2), List1.of(3)).flatMap(List::stream).map(x -> x * x).collect(Collectors.toCollection(ArrayDeque::new)) + " " + Stream.of(1, 2, 3, 4).anyMatch(x -> x > 3) + Stream.of("a", "bb").collect(Collectors.toMap(s -> s, String::length)));
        NavigableMap<Integer, String> nav = new TreeMap<>(); for (int i = 0; i < 40; i += 3) nav.put(i * 7 % 41, "v" + i); System.out.println(nav.floorKey(20) + " " + nav.headMap(10) + nav.descendingMap().firstKey() + nav.pollFirstEntry() + nav.subMap(5, true, 15, false));
        List<Integer> big = new ArrayList<>(); for (int i = 0; i < 500; i++) big.add(i * 7919 % 503); Collections.sort(big, (a, b) -> Integer.compare(b % 50, a % 50)); System.out.println(big.subList(0, 12) + " " + big.hashCode()); Collections.rotate(big, 17); Collections.swap(big, 0, 9); System.out.println(Collections.frequency(big, 7) + " " + big.indexOf(100) + Collections.nCopies(3, "z"));
        int[] ints = new int[700]; for (int i = 0; i < ints.length; i++) ints[i] = (i * 7919) ^ (i << 5); Arrays.sort(ints); System.out.println(ints[0] + " " + ints[350] + " " + ints[699] + " " + Arrays.hashCode(ints)); double[] ds = {3.5, Double.NaN, -0.0, 0.0, -1, 1e300}; Arrays.sort(ds); System.out.println(Arrays.toString(ds)); Map<Long, Integer> lru = new LinkedHashMap<Long, Integer>(4, 0.75f, true) { protected boolean removeEldestEntry(Map.Entry<Long, Integer> e) { return size() > 3; } }; for (long i = 0; i < 6; i++) { lru.put(i, (int) i * 2); lru.get(i - 2); } System.out.println(lru);
        byte[] data = "Base sixty-four!".getBytes(java.nio.charset.StandardCharsets.UTF_8); String enc = Base64.getEncoder().encodeToString(data); System.out.println(enc + new String(Base64.getDecoder().decode(enc), java.nio.charset.StandardCharsets.ISO_8859_1)); StringTokenizer tok = new StringTokenizer("a b;c", " ;"); while (tok.hasMoreTokens()) System.out.print(tok.nextToken() + tok.countTokens()); System.out.println(); System.out.println(Long.toString(123456789L, 36) + Double.toHexString(1.1) + Integer.toString(-99, 7) + Long.parseLong("-zz", 36) + Math.floorMod(-7L, 3) + Math.hypot(3, 4) + Math.cbrt(27) + StrictMath.pow(2, 0.5));
    }

    static class List1 { static List<Integer> of(Integer... xs) { return Arrays.asList(xs); } }

    public static void main(String[] args) {
        numbers();
        patterns();
        collections();
    }
}
