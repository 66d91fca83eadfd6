import org.junit.jupiter.api.*;
import org.junit.jupiter.api.parallel.*;
import org.junit.jupiter.params.*;
import org.junit.jupiter.params.provider.*;
import java.util.*;
import java.util.concurrent.atomic.*;
import java.util.stream.*;

/** JUnit 5 tests run by the console launcher with parallel execution (ForkJoin). Includes one deliberately racy static. */
@Execution(ExecutionMode.CONCURRENT)
public class ParTests {
    static int racy; static final AtomicInteger safe = new AtomicInteger();
    @RepeatedTest(200) void work(RepetitionInfo ri) { racy++; safe.incrementAndGet(); long h = 0; for (int i = 0; i < 200000; i++) h = h * 31 + i; Assertions.assertNotEquals(1, h); }
    @ParameterizedTest @MethodSource("src") void par(int i) { Map<Integer, String> m = new HashMap<>(); for (int j = 0; j < 2000; j++) m.put(j * i, "" + j); Assertions.assertTrue(m.size() > 0); }
    static IntStream src() { return IntStream.range(1, 300); }
    @TestFactory @Execution(ExecutionMode.CONCURRENT) Stream<DynamicTest> dyn() { return IntStream.range(0, 300).mapToObj(i -> DynamicTest.dynamicTest("d" + i, () -> { racy++; safe.incrementAndGet(); })); }
    @AfterAll static void end() { System.out.println("racy=" + racy + " safe=" + safe); System.out.println("OK junit5 " + safe); }
}
