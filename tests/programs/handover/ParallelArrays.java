//@ about: Parallel operations on arrays are done when they return.
//@ engines: run predict

import java.util.Arrays;

public class ParallelArrays {
    public static void main(String[] args) {
        int[] numbers = new int[20_000];
        Arrays.parallelSetAll(numbers, at -> 20_000 - at);
        numbers[0]++;
        Arrays.parallelSort(numbers);
        numbers[1]++;
        Arrays.parallelPrefix(numbers, Integer::sum);
        numbers[2]++;
        int sum = Arrays.stream(numbers).parallel().sum();
    }
}
