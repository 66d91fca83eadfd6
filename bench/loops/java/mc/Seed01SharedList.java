package mc;

import java.util.ArrayList;
import java.util.List;

// race: ArrayList, filled by all iterations
public final class Seed01SharedList {
    public static void main(String[] arguments) {
        Market market = MonteCarlo.market();
        List<Result> results = new ArrayList<>();
        MonteCarlo.tasks(500).parallelStream().forEach(task -> {
            task.run(market);
            results.add(task.result); // seeded
        });
        System.out.println(results.size());
    }
}
