package mining;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

// race: ArrayList, which the collector's supplier gives to all parts
public final class Seed06SuppliedOnce {
    public static void main(String[] arguments) {
        List<Integer> clusters = new ArrayList<>();
        Mining.trials(500).parallelStream().map(trial -> trial.clusters)
                .collect(Collectors.toCollection(() -> clusters)); // seeded
        System.out.println(clusters.size());
    }
}
