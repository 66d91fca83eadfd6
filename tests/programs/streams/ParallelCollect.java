//@ about: A parallel collect gives every part of the stream its own container.
//@ engines: scan run predict

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

public class ParallelCollect {
    public static void main(String[] args) {
        List<Integer> squares = IntStream.range(0, 32).parallel()
                .collect(ArrayList::new, (list, i) -> list.add(i * i), ArrayList::addAll);
        Map<Integer, List<Integer>> byLastDigit = squares.parallelStream()
                .collect(Collectors.groupingBy(square -> square % 10));
        List<Integer> zeros = byLastDigit.get(0);
    }
}
