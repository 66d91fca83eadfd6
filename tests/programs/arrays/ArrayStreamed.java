//@ about: Streams over arrays read elements that another thread writes.
//@ engines: scan run predict

import java.util.Arrays;
import java.util.stream.Stream;

public class ArrayStreamed {
    public static void main(String[] args) {
        int[] numbers = {1, 2, 3};
        String[] names = {"a", "b"};
        new Thread(() -> {
            numbers[0] = 4;    //~ race(numbers) write
            names[0] = "c";    //~ race(names) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        int sum = Arrays.stream(numbers).sum();    //~ race(numbers) read
        long count = Stream.of(names).filter(String::isEmpty).count();    //~ race(names) read
    }
}
