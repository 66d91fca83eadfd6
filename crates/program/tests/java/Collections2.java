import java.util.*;
import java.util.stream.*;

/** The JDK's own collections and streams, interpreted. */
public class Collections2 {
    public static void main(String[] args) {
        Map<Integer, String> map = new HashMap<>();
        for (int i = 0; i < 200; i++) map.put(i * 7919 % 1000, "v" + i);
        for (int i = 0; i < 1000; i += 3) map.remove(i);
        System.out.println(map.size() + " " + map.hashCode() + " " + map.get(919) + map.containsKey(1));
        Map<String, List<Integer>> groups = new TreeMap<>();
        for (int i = 0; i < 30; i++) groups.computeIfAbsent("g" + i % 4, k -> new ArrayList<>()).add(i);
        System.out.println(groups);
        Map<Object, Object> linked = new LinkedHashMap<>();
        linked.put(null, 1); linked.put("b", null); linked.put(2L, 'c'); linked.put(1.5, true); linked.remove("b");
        for (Map.Entry<Object, Object> e : linked.entrySet()) System.out.println(e.getKey() + "=" + e.getValue());
        Deque<Integer> deque = new ArrayDeque<>();
        for (int i = 0; i < 40; i++) if (i % 3 == 0) deque.addFirst(i); else deque.addLast(i);
        System.out.println(deque.pollFirst() + deque.pollLast() + " " + deque.size() + deque);
        PriorityQueue<String> queue = new PriorityQueue<>(Comparator.comparing(String::length).thenComparing(Comparator.naturalOrder()));
        Collections.addAll(queue, "pear", "fig", "banana", "kiwi", "apple", "date");
        StringBuilder sb = new StringBuilder();
        while (!queue.isEmpty()) sb.append(queue.poll()).append(' ');
        System.out.println(sb);
        List<Integer> list = new LinkedList<>(Arrays.asList(5, 2, 8, 1));
        list.add(2, 99); list.remove(Integer.valueOf(1)); list.remove(0);
        Collections.sort(list); Collections.reverse(list);
        System.out.println(list + " " + Collections.max(list) + list.indexOf(8) + list.contains(7));
        try { for (Integer x : list) if (x == 99) list.add(1); } catch (ConcurrentModificationException e) { System.out.println("modified"); }
        try { Collections.unmodifiableList(list).add(1); } catch (UnsupportedOperationException e) { System.out.println("unmodifiable"); }
        try { new ArrayList<String>().get(0); } catch (IndexOutOfBoundsException e) { System.out.println("bounds"); }
        try { new ArrayList<String>().iterator().next(); } catch (NoSuchElementException e) { System.out.println("none"); }
        Iterator<Integer> it = list.iterator();
        while (it.hasNext()) if (it.next() % 2 == 0) it.remove();
        System.out.println(list);
        Set<String> set = new TreeSet<>(Arrays.asList("q", "a", "m"));
        set.addAll(new HashSet<>(Arrays.asList("z", "a")));
        System.out.println(set + " " + set.hashCode() + set.equals(new LinkedHashSet<>(Arrays.asList("a", "m", "q", "z"))));
        BitSet bits = new BitSet();
        for (int i = 0; i < 100; i += 7) bits.set(i);
        System.out.println(bits + " " + bits.cardinality());
        System.out.println(IntStream.range(0, 50).filter(i -> i % 3 == 1).map(i -> i * i).sum());
        System.out.println(Stream.of("x", "yy", "zzz").map(String::length).reduce(0, Integer::sum) + Stream.of("a", "b").collect(Collectors.joining(",", "[", "]")));
        System.out.println(IntStream.rangeClosed(1, 5).mapToObj(i -> "n" + i).collect(Collectors.toList()) + " " + Arrays.stream(new int[] {3, 1, 2}).sorted().boxed().collect(Collectors.toList()));
        System.out.println(Stream.iterate(1, x -> x * 2).limit(10).mapToLong(Integer::longValue).max().getAsLong() + " " + Stream.of(1, 2, 3, 4).collect(Collectors.partitioningBy(x -> x > 2)));
        System.out.println(Optional.of(5).map(x -> x + 1).filter(x -> x > 5).orElse(-1) + " " + Optional.empty().isPresent());
        System.out.println(Objects.hash(1, "a", null) + " " + Objects.equals(null, null) + Arrays.asList(1, 2).equals(Arrays.asList(1, 2)));
        StringJoiner joiner = new StringJoiner("-");
        joiner.add("a").add("b");
        System.out.println(joiner);
    }
}
