package unit;

import java.util.stream.IntStream;
import junit.framework.TestCase;
import junit.framework.TestResult;

// race: made, counted by the constructor of a test
public class Seed06StaticCount extends TestCase {
    private static int made;

    public Seed06StaticCount() {
        made++; // seeded
    }

    public void testNothing() {
        assertTrue(made >= 0); // seeded
    }

    public static void main(String[] arguments) {
        TestResult result = new TestResult();
        IntStream.range(0, 200).parallel().forEach(i -> {
            TestCase test = new Seed06StaticCount();
            test.setName("testNothing");
            test.run(result);
        });
        System.out.println(result.runCount());
    }
}
