//@ about: A pipeline whose result another thread asks for is not over when another one has given its result.
//@ engines: scan

import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

public class ReadBeforePipelineEnds {
    static class Index {
        int open = 1;

        int use() {
            return open; //~ race(open) read
        }

        void close() {
            open = 0; //~ race(open) write
        }
    }

    public static void main(String[] args) {
        List<String> words = Arrays.asList("a", "b");
        Index index = new Index();
        LongStream stream = words.parallelStream().mapToLong(word -> index.use());
        new Thread(() -> System.out.println(stream.sum())).start();
        System.out.println(words.parallelStream().mapToLong(word -> 1).sum());
        index.close();
    }
}
