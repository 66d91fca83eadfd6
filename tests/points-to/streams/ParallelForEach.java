//@ about: A parallel stream calls the same functions with the same elements.

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

public class ParallelForEach {
    public static void main(String[] args) {
        List<Object> list = new ArrayList<>();
        list.add(new Object());                         //@site a
        Consumer<Object> end = x -> Expect.pointsTo(x, "a");        //@site end=Consumer
        Stream<Object> stream = list.parallelStream();
        Expect.calls("lambda:end");
        stream.forEach(end);
        IntConsumer number = i -> { };                  //@site number
        IntStream range = IntStream.range(0, 4).parallel();
        Expect.calls("lambda:number");
        range.forEach(number);
    }
}
