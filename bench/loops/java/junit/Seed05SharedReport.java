package unit;

import java.util.Map;
import java.util.TreeMap;
import org.junit.runner.JUnitCore;
import org.junit.runner.Result;

// race: TreeMap, read and filled by all iterations
public final class Seed05SharedReport {
    private final Map<String, Integer> runs = new TreeMap<>();

    private void note(Class<?> type, Result result) {
        int before = runs.getOrDefault(type.getName(), 0); // seeded
        runs.put(type.getName(), before + result.getRunCount()); // seeded
    }

    public static void main(String[] arguments) {
        Seed05SharedReport report = new Seed05SharedReport();
        Unit.classes(20).parallelStream().forEach(type -> {
            Result result = new JUnitCore().run(type);
            report.note(type, result);
        });
        System.out.println(report.runs);
    }
}
