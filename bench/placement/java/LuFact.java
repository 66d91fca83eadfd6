import java.util.concurrent.CyclicBarrier;

/**
 * A system of linear equations, solved by LU factorisation with partial pivoting. The matrix is stored by columns; in
 * each step one thread finds the pivot and scales its column, then each thread has some of the columns behind it.
 * Arguments: the number of equations, threads.
 */
public final class LuFact {
    private final double[][] matrix;
    private final int[] pivots;
    private final int size;

    private LuFact(double[][] matrix) {
        this.matrix = matrix;
        size = matrix.length;
        pivots = new int[size];
    }

    /** Where the largest element is, from the diagonal on. */
    private int largest(double[] column, int from) {
        int found = from;
        for (int i = from + 1; i < size; i++) {
            if (Math.abs(column[i]) > Math.abs(column[found])) {
                found = i;
            }
        }
        return found;
    }

    private void scale(double[] column, int step) {
        int pivot = largest(column, step);
        pivots[step] = pivot;
        Team.check(column[pivot] != 0, "the matrix is singular");
        swap(column, step, pivot);
        double factor = -1 / column[step];
        for (int i = step + 1; i < size; i++) {
            column[i] *= factor;
        }
    }

    private static void swap(double[] column, int one, int other) {
        double element = column[one];
        column[one] = column[other];
        column[other] = element;
    }

    /** Adds a multiple of one column to another, from a row on. */
    private static void add(double[] to, double factor, double[] from, int begin, int end) {
        for (int i = begin; i < end; i++) {
            to[i] += factor * from[i];
        }
    }

    private void factorise(int number, int threads, CyclicBarrier barrier) throws Exception {
        for (int step = 0; step < size - 1; step++) {
            double[] column = matrix[step];
            if (number == step % threads) {
                scale(column, step);
            }
            barrier.await();
            int pivot = pivots[step];
            for (int j = step + 1; j < size; j++) {
                if (j % threads == number) {
                    double[] other = matrix[j];
                    swap(other, step, pivot);
                    add(other, other[step], column, step + 1, size);
                }
            }
            barrier.await();
        }
    }

    private void solve(double[] right) {
        for (int step = 0; step < size - 1; step++) {
            swap(right, step, pivots[step]);
            add(right, right[step], matrix[step], step + 1, size);
        }
        for (int step = size - 1; step >= 0; step--) {
            right[step] /= matrix[step][step];
            add(right, -right[step], matrix[step], 0, step);
        }
    }

    /** Numbers between -1/2 and 1/2, always the same. */
    private static double[][] example(int size) {
        double[][] matrix = new double[size][size];
        int seed = 1325;
        for (int j = 0; j < size; j++) {
            for (int i = 0; i < size; i++) {
                seed = 3125 * seed % 65536;
                matrix[j][i] = (seed - 32768.0) / 65536.0;
                seed += i & 1;
            }
        }
        for (int i = 0; i < size; i++) {
            matrix[i][i] += 2;
        }
        return matrix;
    }

    public static void main(String[] arguments) throws Exception {
        int size = Team.argument(arguments, 0, 1300);
        int threads = Team.argument(arguments, 1, 4);
        double[] right = new double[size];
        // All ones solve it.
        for (double[] column : example(size)) {
            add(right, 1, column, 0, size);
        }
        LuFact system = new LuFact(example(size));
        CyclicBarrier barrier = new CyclicBarrier(threads);
        Team.run(threads, number -> system.factorise(number, threads, barrier));
        system.solve(right);
        double worst = 0;
        for (double value : right) {
            worst = Math.max(worst, Math.abs(value - 1));
        }
        Team.check(worst < 1e-6, "error " + worst);
        double product = 0;
        for (int i = 0; i < size; i++) {
            product += Math.log(Math.abs(system.matrix[i][i]));
        }
        Team.done("lufact", String.format("%.6f", product));
    }
}
