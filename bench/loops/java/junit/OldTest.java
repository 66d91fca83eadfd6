package unit;

import java.util.StringJoiner;
import junit.framework.TestCase;

/** In JUnit 3's style. */
public class OldTest extends TestCase {
    private StringJoiner joiner;

    @Override
    protected void setUp() {
        joiner = new StringJoiner("-");
    }

    public void testJoins() {
        assertEquals("a-b", joiner.add("a").add("b").toString());
    }

    public void testEmpty() {
        assertEquals(0, joiner.length());
    }

    public void testFails() {
        assertEquals("this one is meant to fail", 1, joiner.length());
    }
}
