package pso;

import org.apache.commons.math3.analysis.MultivariateFunction;
import org.apache.commons.math3.util.FastMath;

/** A function to be made small. */
enum Problem implements MultivariateFunction {
    SPHERE(5.12) {
        @Override
        public double value(double[] point) {
            double sum = 0;
            for (double x : point) {
                sum += x * x;
            }
            return sum;
        }
    },
    RASTRIGIN(5.12) {
        @Override
        public double value(double[] point) {
            double sum = 10 * point.length;
            for (double x : point) {
                sum += x * x - 10 * FastMath.cos(2 * FastMath.PI * x);
            }
            return sum;
        }
    },
    GRIEWANK(600) {
        @Override
        public double value(double[] point) {
            double sum = 0;
            double product = 1;
            for (int i = 0; i < point.length; i++) {
                sum += point[i] * point[i] / 4000;
                product *= FastMath.cos(point[i] / FastMath.sqrt(i + 1));
            }
            return sum - product + 1;
        }
    };

    private final double bound;

    Problem(double bound) {
        this.bound = bound;
    }

    double bound() {
        return bound;
    }

    int dimensions() {
        return 10;
    }
}
