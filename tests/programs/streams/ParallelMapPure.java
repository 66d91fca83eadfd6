//@ about: A parallel map without side effects, whose sum main uses.
//@ engines: scan run predict

import java.util.List;

public class ParallelMapPure {
    record Item(int price, int amount) {
        int cost() {
            return price * amount;
        }
    }

    public static void main(String[] args) {
        List<Item> items = List.of(new Item(1, 2), new Item(3, 4), new Item(5, 6));
        int total = items.parallelStream().mapToInt(Item::cost).sum();
    }
}
