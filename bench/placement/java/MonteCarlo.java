import java.util.ArrayList;
import java.util.List;

/**
 * Prices of a share as random walks: tasks are taken from a list, each makes a path of prices, and the results are kept
 * in another list. Arguments: the number of paths, threads.
 */
public final class MonteCarlo {
    private static final int STEPS = 1000;
    private static final double DRIFT = 0.05;
    private static final double VOLATILITY = 0.2;

    /** Random numbers of one task. */
    private static final class Generator {
        private long seed;
        private double next;
        private boolean hasNext;

        Generator(long seed) {
            this.seed = seed * 0x9e3779b97f4a7c15L + 1;
        }

        private double uniform() {
            seed ^= seed << 13;
            seed ^= seed >>> 7;
            seed ^= seed << 17;
            return (seed >>> 11) * 0x1.0p-53;
        }

        /** Marsaglia's polar method. */
        double gaussian() {
            if (hasNext) {
                hasNext = false;
                return next;
            }
            double x;
            double y;
            double square;
            do {
                x = 2 * uniform() - 1;
                y = 2 * uniform() - 1;
                square = x * x + y * y;
            } while (square >= 1 || square == 0);
            double factor = Math.sqrt(-2 * Math.log(square) / square);
            next = y * factor;
            hasNext = true;
            return x * factor;
        }
    }

    /** A walk, and what it says about the share. */
    private static final class Path {
        final double[] prices = new double[STEPS + 1];
        double drift;
        double volatility;

        void walk(Generator random, double price) {
            double time = 1.0 / STEPS;
            double mean = (DRIFT - VOLATILITY * VOLATILITY / 2) * time;
            double deviation = VOLATILITY * Math.sqrt(time);
            prices[0] = price;
            for (int i = 0; i < STEPS; i++) {
                prices[i + 1] = prices[i] * Math.exp(mean + deviation * random.gaussian());
            }
        }

        void estimate() {
            double[] returns = new double[STEPS];
            for (int i = 0; i < returns.length; i++) {
                returns[i] = Math.log(prices[i + 1] / prices[i]);
            }
            double sum = 0;
            for (int i = 0; i < returns.length; i++) {
                sum += returns[i];
            }
            double mean = sum / returns.length;
            double squares = 0;
            for (int i = 0; i < returns.length; i++) {
                squares += (returns[i] - mean) * (returns[i] - mean);
            }
            volatility = Math.sqrt(squares / (returns.length - 1) * STEPS);
            drift = mean * STEPS + volatility * volatility / 2;
        }
    }

    private final List<Generator> tasks = new ArrayList<>();
    /** Both lists under the monitor of this object. */
    private final List<Path> results = new ArrayList<>();

    private synchronized Generator take() {
        return tasks.isEmpty() ? null : tasks.remove(tasks.size() - 1);
    }

    private synchronized void keep(Path result) {
        results.add(result);
    }

    private void work() {
        for (Generator task = take(); task != null; task = take()) {
            Path path = new Path();
            path.walk(task, 100);
            path.estimate();
            keep(path);
        }
    }

    public static void main(String[] arguments) throws Exception {
        int paths = Team.argument(arguments, 0, 12000);
        int threads = Team.argument(arguments, 1, 4);
        MonteCarlo simulation = new MonteCarlo();
        for (int i = 0; i < paths; i++) {
            simulation.tasks.add(new Generator(i + 1));
        }
        Team.run(threads, number -> simulation.work());
        double volatility = 0;
        long checksum = 0;
        for (Path path : simulation.results) {
            volatility += path.volatility / paths;
            // The same in any order.
            checksum += Math.round(path.drift * 1e6) + Math.round(path.prices[STEPS] * 1e3);
        }
        Team.check(Math.abs(volatility - VOLATILITY) < 0.001, "volatility " + volatility);
        Team.check(simulation.results.size() == paths, "a path is missing");
        Team.done("montecarlo", Long.toString(checksum));
    }
}
