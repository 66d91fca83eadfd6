import java.util.concurrent.CyclicBarrier;

/**
 * Successive over-relaxation on a square: red points from black ones, then black from red, with a barrier between. Each
 * thread has some of the rows. Arguments: the length of a side, threads.
 */
public final class Sor {
    private static final double OMEGA = 1.25;
    private static final int ROUNDS = 100;

    private Sor() {}

    private static void relax(double[][] grid, int begin, int end, int colour) {
        double quarter = OMEGA / 4;
        double rest = 1 - OMEGA;
        for (int i = begin; i < end; i++) {
            double[] above = grid[i - 1];
            double[] row = grid[i];
            double[] below = grid[i + 1];
            for (int j = 1 + (i + colour) % 2; j < row.length - 1; j += 2) {
                row[j] = quarter * (above[j] + below[j] + row[j - 1] + row[j + 1]) + rest * row[j];
            }
        }
    }

    private static double[][] example(int size) {
        double[][] grid = new double[size][size];
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                grid[i][j] = (i * 7919L + j * 104729L) % 1000 * 1e-3;
            }
        }
        return grid;
    }

    /** How far the points are from the mean of their neighbours. */
    private static double residual(double[][] grid) {
        double sum = 0;
        for (int i = 1; i < grid.length - 1; i++) {
            for (int j = 1; j < grid.length - 1; j++) {
                double mean = (grid[i - 1][j] + grid[i + 1][j] + grid[i][j - 1] + grid[i][j + 1]) / 4;
                sum += Math.abs(grid[i][j] - mean);
            }
        }
        return sum;
    }

    private static double sum(double[][] grid) {
        double sum = 0;
        for (double[] row : grid) {
            for (double value : row) {
                sum += value;
            }
        }
        return sum;
    }

    public static void main(String[] arguments) throws Exception {
        int size = Team.argument(arguments, 0, 2000);
        int threads = Team.argument(arguments, 1, 4);
        double[][] grid = example(size);
        CyclicBarrier barrier = new CyclicBarrier(threads);
        Team.run(threads, number -> {
            int begin = 1 + Team.begin(number, threads, size - 2);
            int end = 1 + Team.begin(number + 1, threads, size - 2);
            for (int half = 0; half < 2 * ROUNDS; half++) {
                relax(grid, begin, end, half % 2);
                barrier.await();
            }
        });
        Team.check(residual(grid) < residual(example(size)) / 100, "no solution comes nearer");
        Team.done("sor", String.format("%.6f", sum(grid)));
    }
}
