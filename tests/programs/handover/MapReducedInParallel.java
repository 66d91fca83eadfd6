//@ about: A concurrent map is reduced and searched by many threads, over values that were filled before.
//@ engines: run predict

import java.util.concurrent.ConcurrentHashMap;

public class MapReducedInParallel {
    static final class Box {
        int value;
    }

    public static void main(String[] args) {
        ConcurrentHashMap<Integer, Box> boxes = new ConcurrentHashMap<>();
        for (int i = 0; i < 256; i++) {
            Box box = new Box();
            box.value = i;
            boxes.put(i, box);
        }
        boxes.forEachValue(1, box -> box.value++);
        int sum = boxes.reduceValuesToInt(1, box -> box.value, 0, Integer::sum);
        Box found = boxes.searchValues(1, box -> box.value == 7 ? box : null);
        found.value = sum;
    }
}
