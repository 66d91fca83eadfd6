//@ about: A static initialiser fills a list and an array by methods of its own; threads read them afterwards.
//@ engines: scan

import java.util.ArrayList;
import java.util.List;

public class StaticInitialiserHelps {
    static final class Table {
        static final List<String> NAMES = names();
        static int[] sizes;

        static {
            measure();
        }

        static List<String> names() {
            List<String> names = new ArrayList<>();
            names.add("one");
            return names;
        }

        static void measure() {
            sizes = new int[4];
            sizes[1] = NAMES.get(0).length();
        }
    }

    static int read() {
        return Table.sizes[1] + Table.NAMES.size();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> read());
        Thread second = new Thread(() -> read());
        first.start();
        second.start();
        first.join();
        second.join();
    }
}
