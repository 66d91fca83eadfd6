package unit;

import java.util.ArrayList;
import java.util.List;
import org.junit.runner.JUnitCore;
import org.junit.runner.Result;

/** Runs test classes by JUnit, each class in an iteration of a parallel loop. */
public final class Unit {
    private Unit() {}

    static List<Class<?>> classes(int rounds) {
        List<Class<?>> classes = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            classes.add(StackTest.class);
            classes.add(SquareTest.class);
            classes.add(OldTest.class);
        }
        return classes;
    }

    public static void main(String[] arguments) {
        int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 20;
        List<Class<?>> classes = classes(rounds);
        Result[] results = classes.parallelStream().map(type -> new JUnitCore().run(type)).toArray(Result[]::new);
        int run = 0;
        int failed = 0;
        for (Result result : results) {
            run += result.getRunCount();
            failed += result.getFailureCount();
        }
        System.out.println("OK " + run + " " + failed);
    }
}
