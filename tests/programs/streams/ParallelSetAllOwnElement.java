//@ about: The generator of Arrays.parallelSetAll reads its own element, and neighbours in another array.
//@ engines: scan

import java.util.Arrays;

public class ParallelSetAllOwnElement {
    public static void main(String[] args) {
        int[] sums = new int[32];
        int[] old = new int[33];
        old[3] = 1;
        Arrays.parallelSetAll(sums, i -> sums[i] + old[i + 1]);
        int last = sums[31];
    }
}
