//@ about: A stream is made parallel by the flag of the method that makes it from a spliterator.
//@ engines: scan

import java.util.List;
import java.util.stream.StreamSupport;

public class ParallelSpliterator {
    static int count;

    public static void main(String[] args) {
        List<String> words = List.of("a", "b", "c", "d");
        StreamSupport.stream(words.spliterator(), false).forEach(word -> count += 2);
        StreamSupport.stream(words.spliterator(), true).forEach(word -> count++);    //~ race(count) write
    }
}
