package unit;

import static org.junit.Assert.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.JUnitCore;

// race: fixture, one for all instances of the test
public class Seed02StaticFixture {
    private static List<String> fixture;

    @Before
    public void fill() {
        fixture = new ArrayList<>(); // seeded
        fixture.add("a"); // seeded
    }

    @Test
    public void hasOne() {
        assertEquals(1, fixture.size()); // seeded
    }

    public static void main(String[] arguments) {
        IntStream rounds = IntStream.range(0, 50).parallel();
        System.out.println(rounds.map(i -> JUnitCore.runClasses(Seed02StaticFixture.class).getRunCount()).sum());
    }
}
