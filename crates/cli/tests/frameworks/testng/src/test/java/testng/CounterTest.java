package testng;

import org.testng.Assert;
import org.testng.annotations.Test;

public class CounterTest {
    @Test
    public void counts() throws InterruptedException {
        Assert.assertTrue(new Counter().countTwice() > 0);
    }
}
