package mc;

import java.util.Arrays;

// race: the element before, which another iteration of parallelSetAll sets
public final class Seed09PreviousElement {
    public static void main(String[] arguments) {
        double[] prices = new double[500];
        Arrays.parallelSetAll(prices, // seeded
                i -> i == 0 ? 100 : prices[i - 1] * 1.001); // seeded
        System.out.println(prices[499]);
    }
}
