//@ about: When a parallel pipeline has given its result, the functions of all its stages have ended.
//@ engines: scan

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

public class ReadAfterPipeline {
    static class Index {
        int open = 1;

        int use() {
            return open;
        }

        void close() {
            open = 0;
        }
    }

    public static void main(String[] args) {
        List<String> words = Arrays.asList("a", "b");
        Index first = new Index();
        long sum = words.parallelStream().mapToLong(word -> first.use()).sum();
        first.close();
        Index second = new Index();
        List<Integer> all = words.parallelStream().map(word -> second.use()).collect(Collectors.toList());
        second.close();
        Index third = new Index();
        IntStream numbers = IntStream.range(0, 9).parallel();
        sum += numbers.map(i -> third.use()).filter(i -> i > third.open - 1).sum();
        third.close();
        System.out.println(sum + all.size());
    }
}
