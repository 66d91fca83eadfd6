package unit;

import java.util.stream.IntStream;
import org.junit.rules.ErrorCollector;

// race: ErrorCollector, a rule that keeps its errors in a list
public final class Seed04SharedCollector {
    private static final ErrorCollector ERRORS = new ErrorCollector();

    public static void main(String[] arguments) {
        IntStream.range(0, 500).parallel().forEach(i -> {
            AssertionError error = new AssertionError("number " + i);
            ERRORS.addError(error); // seeded
        });
    }
}
