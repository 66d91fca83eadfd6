import java.util.Arrays;
import java.util.Random;

/**
 * A sparse matrix times a vector, again and again. Elements are sorted by rows, and no two threads have elements of
 * the same row. Arguments: thousands of rows, threads.
 */
public final class Sparse {
    private static final int PER_ROW = 5;
    private static final int ROUNDS = 200;

    private Sparse() {}

    private static void multiply(
            double[] result, double[] values, int[] rows, int[] columns, double[] vector, int begin, int end) {
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = begin; i < end; i++) {
                result[rows[i]] += vector[columns[i]] * values[i];
            }
        }
    }

    /** The first element that is not of the same row as the one before. */
    private static int rowBegin(int[] rows, int index) {
        int begin = index;
        while (begin > 0 && begin < rows.length && rows[begin] == rows[begin - 1]) {
            begin++;
        }
        return begin;
    }

    public static void main(String[] arguments) throws Exception {
        int size = Team.argument(arguments, 0, 100) * 1000;
        int threads = Team.argument(arguments, 1, 4);
        int count = size * PER_ROW;
        Random random = new Random(10101);
        int[] rows = new int[count];
        int[] columns = new int[count];
        double[] values = new double[count];
        double[] vector = new double[size];
        for (int i = 0; i < count; i++) {
            rows[i] = random.nextInt(size);
            columns[i] = random.nextInt(size);
            values[i] = random.nextDouble() * 1e-3;
        }
        Arrays.sort(rows);
        for (int i = 0; i < size; i++) {
            vector[i] = random.nextDouble();
        }
        double[] result = new double[size];
        Team.run(threads, number -> {
            int begin = rowBegin(rows, Team.begin(number, threads, count));
            int end = rowBegin(rows, Team.begin(number + 1, threads, count));
            multiply(result, values, rows, columns, vector, begin, end);
        });
        double expected = 0;
        for (int i = 0; i < count; i++) {
            expected += ROUNDS * values[i] * vector[columns[i]];
        }
        double sum = 0;
        for (double value : result) {
            sum += value;
        }
        Team.check(Math.abs(sum - expected) < 1e-6 * Math.abs(expected), sum + " is not " + expected);
        Team.done("sparse", String.format("%.6f", sum));
    }
}
