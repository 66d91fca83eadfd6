//@ about: A gatherer calls its function in several virtual threads, which count in a plain field.
//@ engines: scan
//@ jdk: 24

import java.util.stream.Gatherers;
import java.util.stream.IntStream;

public class GathererCounts {
    private static int count;

    public static void main(String[] args) {
        long all = IntStream.range(0, 32).boxed().gather(Gatherers.mapConcurrent(4, i -> {
            count++;    //~ race(count) write
            return i;
        })).count();
    }
}
