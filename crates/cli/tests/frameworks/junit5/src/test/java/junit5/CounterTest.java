package junit5;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CounterTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void countsMoreThan(int least) throws InterruptedException {
        Counter counter = new Counter();
        counter.countTwice();
        assertTrue(counter.countTwice() > least);
    }
}
