import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** What is hard on an agent; what it prints must not depend on one. */
public class Stress {
    private int depth;
    private final List<Object> kept = new ArrayList<>();

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "threads" -> threads();
            case "virtual" -> virtual();
            case "objects" -> objects();
            case "recursion" -> new Stress().recursion();
            case "heap" -> heap();
            case "broken" -> broken(args[1]);
            case "locks" -> locks();
            case "mirror" -> mirror();
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static void threads() throws InterruptedException {
        AtomicLong sum = new AtomicLong();
        long[] cells = new long[10_000];
        for (int round = 0; round < 100; round++) {
            List<Thread> threads = new ArrayList<>();
            for (int number = 0; number < 100; number++) {
                int mine = 100 * round + number;
                threads.add(new Thread(() -> {
                    cells[mine] = mine;
                    sum.addAndGet(mine);
                }));
            }
            threads.forEach(Thread::start);
            for (Thread thread : threads) {
                thread.join();
            }
        }
        long all = 0;
        for (long cell : cells) {
            all += cell;
        }
        System.out.println(sum.get() + " " + all);
    }

    /** By reflection, so that it compiles for JDKs without them. */
    private static void virtual() throws Exception {
        java.lang.reflect.Method start;
        try {
            start = Thread.class.getMethod("startVirtualThread", Runnable.class);
        } catch (NoSuchMethodException old) {
            System.out.println("none");
            return;
        }
        AtomicLong sum = new AtomicLong();
        List<Thread> threads = new ArrayList<>();
        for (int number = 0; number < 10_000; number++) {
            int mine = number;
            threads.add((Thread) start.invoke(null, (Runnable) () -> {
                Thread.yield();
                sum.addAndGet(mine);
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(sum.get());
    }

    private static final class Cell {
        int value;
        Cell next;
    }

    private static void objects() throws InterruptedException {
        long[] sums = new long[2];
        Thread[] threads = new Thread[2];
        for (int number = 0; number < 2; number++) {
            int mine = number;
            threads[number] = new Thread(() -> {
                for (int round = 0; round < 1_000_000; round++) {
                    Cell cell = new Cell();
                    cell.value = round;
                    cell.next = new Cell();
                    cell.next.value = new int[] {round}[0];
                    sums[mine] += cell.value + cell.next.value;
                }
            });
            threads[number].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(sums[0] + " " + sums[1]);
    }

    private synchronized int down(int[] cells) {
        depth++;
        cells[depth & 1023]++;
        try {
            return down(cells) + 1;
        } finally {
            depth--;
        }
    }

    private void recursion() {
        int[] cells = new int[1024];
        for (int round = 0; round < 20; round++) {
            try {
                down(cells);
                System.out.println("came back");
            } catch (StackOverflowError expected) {
                System.out.println("overflow, monitor " + Thread.holdsLock(this));
            }
        }
        // Others get the monitor.
        Thread other = new Thread(() -> {
            synchronized (this) {
                System.out.println("got it");
            }
        });
        other.start();
        try {
            other.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void heap() {
        Stress stress = new Stress();
        int times = 0;
        for (int round = 0; round < 5; round++) {
            try {
                for (;;) {
                    Cell[] cells = new Cell[1000];
                    for (int at = 0; at < cells.length; at++) {
                        cells[at] = new Cell();
                        cells[at].value = at;
                    }
                    stress.kept.add(cells);
                }
            } catch (OutOfMemoryError expected) {
                stress.kept.clear();
                times++;
            }
        }
        System.out.println("out of memory " + times + " times");
    }

    private static void broken(String names) {
        for (String name : names.split(",")) {
            try {
                System.out.println(name + " " + Class.forName(name).getName());
            } catch (Throwable thrown) {
                System.out.println(name + " " + thrown.getClass().getName());
            }
        }
    }

    /** Serialisable without a number of its own, with fields of all kinds. */
    static class Shown implements java.io.Serializable, Cloneable {
        int plain = 1;
        volatile long flag = 2;
        final int[] cells = {3};
        static int counted;
        transient String note = "n";
        private List<String> names = new ArrayList<>(List.of("a"));

        static {
            counted = 4;
        }

        synchronized int sum() {
            return plain + cells[0];
        }

        @Override
        protected Object clone() throws CloneNotSupportedException {
            return super.clone();
        }
    }

    record Point(int x, List<String> names) implements java.io.Serializable {
    }

    enum Colour {
        RED, GREEN
    }

    /** What reflection and serialisation tell of classes. */
    private static void mirror() throws Exception {
        for (Class<?> type : List.of(Shown.class, Point.class, Colour.class, Cell.class, Stress.class)) {
            List<String> members = new ArrayList<>();
            for (java.lang.reflect.Field field : type.getDeclaredFields()) {
                members.add(field.toString());
            }
            for (java.lang.reflect.Method method : type.getDeclaredMethods()) {
                members.add(method.toString());
            }
            for (java.lang.reflect.Constructor<?> constructor : type.getDeclaredConstructors()) {
                members.add(constructor.toString());
            }
            members.sort(null);
            System.out.println(members);
        }
        System.out.println(java.io.ObjectStreamClass.lookup(Shown.class).getSerialVersionUID());
        java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();
        try (java.io.ObjectOutputStream out = new java.io.ObjectOutputStream(bytes)) {
            out.writeObject(new Shown());
            out.writeObject(new Point(5, new ArrayList<>(List.of("b"))));
            out.writeObject(Colour.GREEN);
            out.writeObject(new ArrayList<>(List.of(new HashMap<>(Map.of("k", 1)))));
        }
        System.out.println(java.util.HexFormat.of().formatHex(bytes.toByteArray()));
        try (java.io.ObjectInputStream in = new java.io.ObjectInputStream(
                new java.io.ByteArrayInputStream(bytes.toByteArray()))) {
            Shown shown = (Shown) in.readObject();
            System.out.println(shown.sum() + " " + shown.flag + " " + shown.note + " " + shown.names);
            System.out.println(in.readObject() + " " + in.readObject() + " " + in.readObject());
        }
        Shown copy = (Shown) new Shown().clone();
        System.out.println(copy.sum());
    }

    private static void locks() throws InterruptedException {
        Map<String, Integer> map = new HashMap<>();
        Object lock = new Object();
        List<Thread> threads = new ArrayList<>();
        for (int number = 0; number < 8; number++) {
            threads.add(new Thread(() -> {
                for (int round = 0; round < 20_000; round++) {
                    synchronized (lock) {
                        map.merge("k" + round % 10, 1, Integer::sum);
                        if (round % 3 == 0) {
                            lock.notifyAll();
                        }
                    }
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(new java.util.TreeMap<>(map));
    }
}
