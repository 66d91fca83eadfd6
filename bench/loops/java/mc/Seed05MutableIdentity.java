package mc;

import java.util.stream.Stream;

// race: Total.sum and Total.number: the identity of a reduction, changed by every accumulation
public final class Seed05MutableIdentity {
    private static final class Total {
        private double sum;
        private int number;

        Total add(double value) {
            sum += value; // seeded
            number++; // seeded
            return this;
        }

        double mean() {
            return sum / number;
        }
    }

    public static void main(String[] arguments) {
        Market market = MonteCarlo.market();
        Stream<Task> tasks = MonteCarlo.tasks(500).parallelStream();
        Total total = tasks.reduce(new Total(), (sum, task) -> {
            task.run(market);
            return sum.add(task.result.price());
        }, (left, right) -> left);
        System.out.println(total.mean());
    }
}
