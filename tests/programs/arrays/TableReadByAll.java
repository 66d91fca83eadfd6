//@ about: Threads look things up in a table over and over, here and there, before and after they synchronise; who changes one entry races with those who have not ended.
//@ engines: run
public class TableReadByAll {
    static final int SIZE = 300;

    static int look(int[] table, int times, int seed) {
        int at = seed;
        int sum = 0;
        for (int i = 0; i < times; i++) {
            at = (at * 31 + 17) % SIZE;
            sum += table[at];              //~ race(table) read
        }
        return sum;
    }

    public static void main(String[] args) throws InterruptedException {
        int[] table = new int[SIZE];
        for (int i = 0; i < SIZE; i++) {
            table[i] = i;
        }
        Thread[] readers = new Thread[4];
        for (int r = 0; r < readers.length; r++) {
            int seed = r;
            Object own = new Object();
            readers[r] = new Thread(() -> {
                for (int round = 0; round < 5; round++) {
                    look(table, 1000, seed);
                    synchronized (own) {
                        System.out.print("");
                    }
                }
            });
            readers[r].start();
        }
        for (int r = 1; r < readers.length; r++) {
            readers[r].join();
        }
        // The first one is not waited for.
        for (int i = 0; i < SIZE; i++) {
            table[i]++;                    //~ race(table) write
        }
        readers[0].join();
        if (look(table, 3000, 0) < 0) {
            throw new AssertionError();
        }
    }
}
