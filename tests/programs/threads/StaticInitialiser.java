//@ about: A static initialiser fills a table in the thread that comes first, before any other thread can read it.
//@ engines: scan run predict
public class StaticInitialiser {
    static class Table {
        static int[] squares;

        static {
            squares = new int[4];
            for (int i = 0; i < squares.length; i++) {
                squares[i] = i * i;
            }
        }
    }

    static int square(int i) {
        return Table.squares[i];
    }

    public static void main(String[] args) {
        new Thread(() -> square(2)).start();
        new Thread(() -> square(3)).start();
    }
}
