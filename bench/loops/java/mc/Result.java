package mc;

import org.apache.commons.math3.stat.descriptive.moment.StandardDeviation;

/** What one path says of the market. */
final class Result {
    private double price;
    private double volatility;

    Result(PricePath path) {
        price = path.last();
        volatility = new StandardDeviation().evaluate(path.returns()) * Math.sqrt(MonteCarlo.daysPerYear);
    }

    double price() {
        return price;
    }

    double volatility() {
        return volatility;
    }
}
