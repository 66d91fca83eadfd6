//@ about: An object that its class's initialiser leaks waits in its own methods for the initialiser's end, where they use static fields, final ones and others.
//@ engines: scan run

public class LeakedByInitialiser {
    static class Table {
        static final int[] ENTRIES = new int[4];
        static int[] others = new int[4];

        static {
            leaked = new Table();    //~ race(leaked) write
            Unseen.at(1);
            ENTRIES[0] = 7;
            others[0] = 8;
        }

        int first() {
            return ENTRIES[0];
        }

        int other() {
            return others[0];
        }
    }

    static Table leaked;

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> System.out.println(Table.ENTRIES.length));
        Thread second = new Thread(() -> {
            Unseen.at(2);
            Table found = leaked;    //~ race(leaked) read
            System.out.println(found.first() + found.other());
        });
        first.start();
        second.start();
        first.join();
        second.join();
    }
}
