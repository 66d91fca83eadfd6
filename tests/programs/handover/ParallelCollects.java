//@ about: A parallel stream collects into containers of its own and combines them.
//@ engines: run predict

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

public class ParallelCollects {
    static final class Box {
        int value;
    }

    public static void main(String[] args) {
        List<Box> boxes = IntStream.range(0, 200).parallel().mapToObj(i -> {
            Box box = new Box();
            box.value = i;
            return box;
        }).collect(ArrayList::new, ArrayList::add, ArrayList::addAll);
        boxes.parallelStream().forEach(box -> box.value++);
        int sum = 0;
        for (Box box : boxes) {
            sum += box.value;
        }
        boxes.add(new Box());
    }
}
