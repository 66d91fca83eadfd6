//@ about: Boxes are put into a concurrent sorted map and belong to who polls them from it.
//@ engines: run predict

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

public class SkipListHands {
    static final class Box {
        int value;
    }

    public static void main(String[] args) {
        ConcurrentSkipListMap<Integer, Box> boxes = new ConcurrentSkipListMap<>();
        Runnable taker = () -> {
            for (int tries = 0; tries < 500; tries++) {
                Map.Entry<Integer, Box> first = tries % 2 == 0 ? boxes.pollFirstEntry() : boxes.pollLastEntry();
                if (first != null) {
                    first.getValue().value++;
                }
            }
        };
        new Thread(taker).start();
        new Thread(taker).start();
        for (int i = 0; i < 16; i++) {
            Box box = new Box();
            box.value = i;
            boxes.put(i * 7 % 16, box);
        }
    }
}
