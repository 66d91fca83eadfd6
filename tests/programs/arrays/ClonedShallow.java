//@ about: The copies of an array hold the same objects.
//@ engines: scan

import java.util.Arrays;

public class ClonedShallow {
    static class Cell {
        int value;
    }

    public static void main(String[] args) {
        Cell[] first = {new Cell()};
        Arrays.asList(1, 2, 3).parallelStream().forEach(i -> {
            Cell[] copy = first.clone();
            copy[0].value = i; //~ race(value) write
            copy[0] = null;
        });
    }
}
