//@ about: A table is made once, under a lock, and read by way of a volatile field without it.
//@ engines: run predict

public class DoubleChecked {
    static final class Table {
        private int[] cells;
        private int size;

        void fill() {
            size = 4;
            cells = new int[size];
            cells[3] = 1;
        }
    }

    private volatile Table table;

    Table get() {
        Table seen = table;
        if (seen == null) {
            synchronized (this) {
                seen = table;
                if (seen == null) {
                    seen = new Table();
                    seen.fill();
                    table = seen;
                }
            }
        }
        return seen;
    }

    public static void main(String[] args) {
        DoubleChecked shared = new DoubleChecked();
        for (int i = 0; i < 3; i++) {
            new Thread(() -> {
                Table table = shared.get();
                int seen = table.cells[table.size - 1];
            }).start();
        }
    }
}
