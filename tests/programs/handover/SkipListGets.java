//@ about: A thread puts boxes into a concurrent sorted map, and another one finds them there and reads them.
//@ engines: run predict

import java.util.concurrent.ConcurrentSkipListMap;

public class SkipListGets {
    static final class Box {
        int value;
    }

    public static void main(String[] args) {
        ConcurrentSkipListMap<Integer, Box> boxes = new ConcurrentSkipListMap<>();
        new Thread(() -> {
            for (int i = 0; i < 32; i++) {
                Box box = new Box();
                box.value = i;
                boxes.put(i, box);
            }
            for (int i = 0; i < 32; i++) {
                Box box = new Box();
                box.value = -i;
                boxes.replace(i, box);
            }
        }).start();
        int sum = 0;
        for (int i = 0; i < 32; i++) {
            Box box = boxes.get(i);
            while (box == null) {
                Thread.onSpinWait();
                box = boxes.get(i);
            }
            sum += box.value;
        }
        for (Box box : boxes.values()) {
            sum += box.value;
        }
        sum += boxes.ceilingEntry(7).getValue().value + boxes.headMap(5).get(3).value;
    }
}
