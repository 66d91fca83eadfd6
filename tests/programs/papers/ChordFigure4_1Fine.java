//@ about: One factory makes thread-owned and shared arrays; the shared ones are written under their own lock.
//@ engines: scan run predict lockset
//@ paper: Chord figure 4.1, lock = v5
public class ChordFigure4_1Fine extends Thread {
    private static Block[] shared;

    private final Block own;
    private final int choice;

    ChordFigure4_1Fine(int choice) {
        this.own = Block.create();
        this.choice = choice;
    }

    @Override
    public void run() {
        int[] mine = own.cells;
        mine[choice] = 1;
        Block[] blocks = shared;
        Block block = blocks[choice];
        int[] cells = block.cells;
        synchronized (cells) {
            cells[0] = 2;
        }
    }

    public static void main(String[] args) {
        shared = new Block[2];
        for (int i = 0; i < shared.length; i++) {
            shared[i] = Block.create();
        }
        for (int i = 0; i < 4; i++) {
            new ChordFigure4_1Fine(i / 2).start();
        }
    }

    static class Block {
        final int[] cells;

        private Block() {
            cells = new int[2];
        }

        static Block create() {
            return new Block();
        }
    }
}
