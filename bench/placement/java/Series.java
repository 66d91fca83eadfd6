/**
 * The first coefficients of the Fourier series of (x + 1)^x on [0, 2], each thread some of them. Arguments: the number
 * of pairs, threads.
 */
public final class Series {
    private static final int INTERVALS = 1000;

    private Series() {}

    /** What is integrated: the function, alone or times a cosine or a sine. */
    private static double value(double x, double frequency, int kind) {
        double power = Math.pow(x + 1, x);
        switch (kind) {
            case 1:
                return power * Math.cos(frequency * x);
            case 2:
                return power * Math.sin(frequency * x);
            default:
                return power;
        }
    }

    private static double trapezium(double frequency, int kind, int intervals) {
        double width = 2.0 / intervals;
        double sum = (value(0, frequency, kind) + value(2, frequency, kind)) / 2;
        for (int i = 1; i < intervals; i++) {
            sum += value(i * width, frequency, kind);
        }
        return sum * width;
    }

    private static void coefficients(double[][] result, int begin, int end) {
        for (int i = begin; i < end; i++) {
            double frequency = Math.PI * i;
            if (i == 0) {
                result[0][0] = trapezium(0, 0, INTERVALS) / 2;
            } else {
                result[0][i] = trapezium(frequency, 1, INTERVALS);
                result[1][i] = trapezium(frequency, 2, INTERVALS);
            }
        }
    }

    public static void main(String[] arguments) throws Exception {
        int pairs = Team.argument(arguments, 0, 16000);
        int threads = Team.argument(arguments, 1, 4);
        double[][] result = new double[2][pairs];
        Team.run(threads, number -> {
            coefficients(result, Team.begin(number, threads, pairs), Team.begin(number + 1, threads, pairs));
        });
        for (int i = 1; i < 4; i++) {
            for (int kind = 1; kind <= 2; kind++) {
                double exact = trapezium(Math.PI * i, kind, 100 * INTERVALS);
                Team.check(Math.abs(result[kind - 1][i] - exact) < 1e-4, "coefficient " + i);
            }
        }
        double sum = 0;
        for (int i = 0; i < pairs; i++) {
            sum += result[0][i] * result[0][i] + result[1][i] * result[1][i];
        }
        Team.done("series", String.format("%.9f", sum));
    }
}
