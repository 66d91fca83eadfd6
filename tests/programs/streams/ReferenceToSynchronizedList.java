//@ about: A parallel forEach adds to a synchronised list, and to a concurrent queue, by method references.
//@ engines: scan

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;

public class ReferenceToSynchronizedList {
    public static void main(String[] args) {
        List<Integer> squares = Collections.synchronizedList(new ArrayList<>());
        Queue<Integer> cubes = new ConcurrentLinkedQueue<>();
        IntStream.range(0, 32).parallel().mapToObj(i -> i * i).forEach(squares::add);
        IntStream.range(0, 32).parallel().map(i -> i * i * i).forEach(cubes::add);
        int first = squares.get(0);
    }
}
