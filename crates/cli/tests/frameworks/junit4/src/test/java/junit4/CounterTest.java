package junit4;

import static org.junit.Assert.assertTrue;

import org.junit.Test;

public class CounterTest {
    @Test
    public void startsAtNothing() {
        assertTrue(new Counter() != null);
    }

    @Test
    public void countsTwice() throws InterruptedException {
        assertTrue(new Counter().countTwice() > 0);
    }
}
