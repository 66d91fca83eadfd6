package mc;

/** What all paths start from; never changed. */
final class Market {
    final double price;
    final double drift;
    final double volatility;
    final int steps;

    Market(double price, double drift, double volatility, int steps) {
        this.price = price;
        this.drift = drift;
        this.volatility = volatility;
        this.steps = steps;
    }

    double years() {
        return (double) steps / MonteCarlo.daysPerYear;
    }
}
