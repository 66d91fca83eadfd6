//@ about: Every cell is guarded by the stripe lock that its number selects.
//@ engines: run predict lockset
public class LockStriping {
    static class Cell {
        int hits;
    }

    private final Object[] stripes = {new Object(), new Object()};
    private final Cell[] cells = {new Cell(), new Cell(), new Cell(), new Cell()};

    void hit(int number) {
        synchronized (stripes[number % stripes.length]) {
            cells[number].hits++;
        }
    }

    void hitAll() {
        for (int i = 0; i < cells.length; i++) {
            hit(i);
        }
    }

    public static void main(String[] args) {
        LockStriping shared = new LockStriping();
        new Thread(shared::hitAll).start();
        new Thread(shared::hitAll).start();
    }
}
