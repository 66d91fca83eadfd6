package em3d;

import java.util.ArrayList;
import java.util.List;

// race: value of nodes that are updated from their own side
public final class Seed01OneSide {
    static final class Cell {
        double value = 1;
        Cell source;

        void update() {
            value -= source.value / 100; // seeded
        }
    }

    public static void main(String[] arguments) {
        List<Cell> cells = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            cells.add(new Cell());
        }
        for (int i = 0; i < 1000; i++) {
            cells.get(i).source = cells.get((i + 7) % 1000);
        }
        cells.parallelStream().forEach(Cell::update);
        System.out.println(cells.get(0).value);
    }
}
