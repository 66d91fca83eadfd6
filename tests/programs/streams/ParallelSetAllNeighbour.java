//@ about: The generator of Arrays.parallelSetAll reads the element before its own, which another task sets.
//@ engines: scan

import java.util.Arrays;

public class ParallelSetAllNeighbour {
    public static void main(String[] args) {
        int[] sums = new int[32];
        Arrays.parallelSetAll(sums, i -> i == 0 ? 0 : sums[i - 1] + 1);    //~ race(sums) write
    }
}
