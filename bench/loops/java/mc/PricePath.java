package mc;

import org.apache.commons.math3.random.RandomGenerator;

/** One random walk of a price. */
final class PricePath {
    private final double[] values;

    PricePath(Market market, RandomGenerator random) {
        values = new double[market.steps + 1];
        values[0] = market.price;
        double step = market.years() / market.steps;
        double mean = (market.drift - 0.5 * market.volatility * market.volatility) * step;
        double deviation = market.volatility * Math.sqrt(step);
        for (int i = 1; i < values.length; i++) {
            values[i] = values[i - 1] * Math.exp(mean + deviation * random.nextGaussian());
        }
    }

    double last() {
        return values[values.length - 1];
    }

    double[] returns() {
        double[] returns = new double[values.length - 1];
        for (int i = 0; i < returns.length; i++) {
            returns[i] = Math.log(values[i + 1] / values[i]);
        }
        return returns;
    }
}
