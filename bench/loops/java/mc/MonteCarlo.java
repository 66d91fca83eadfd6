package mc;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;

/** Simulates prices, each path in a task of its own; after the structure of Java Grande's benchmark. */
public final class MonteCarlo {
    static int daysPerYear = 252;

    private MonteCarlo() {}

    static Market market() {
        return new Market(100, 0.05, 0.2, 252);
    }

    static List<Task> tasks(int number) {
        List<Task> tasks = new ArrayList<>();
        for (int seed = 0; seed < number; seed++) {
            tasks.add(new Task(seed));
        }
        return tasks;
    }

    static void print(List<Task> tasks) {
        SummaryStatistics prices = new SummaryStatistics();
        SummaryStatistics volatilities = new SummaryStatistics();
        for (Task task : tasks) {
            prices.addValue(task.result.price());
            volatilities.addValue(task.result.volatility());
        }
        System.out.printf("OK %.6f %.6f%n", prices.getMean(), volatilities.getMean());
    }

    public static void main(String[] arguments) {
        int number = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 2000;
        Market market = market();
        List<Task> tasks = tasks(number);
        tasks.parallelStream().forEach(task -> task.run(market));
        print(tasks);
    }
}
