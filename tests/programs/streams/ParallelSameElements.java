//@ about: A parallel forEach writes the same array elements for many indices.
//@ engines: scan

import java.util.stream.IntStream;

public class ParallelSameElements {
    public static void main(String[] args) {
        int[] lastWithDigit = new int[10];
        IntStream.range(0, 100).parallel().forEach(i -> {
            lastWithDigit[i % 10] = i;    //~ race(lastWithDigit) write
        });
    }
}
