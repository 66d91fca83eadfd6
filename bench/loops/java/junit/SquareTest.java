package unit;

import static org.hamcrest.CoreMatchers.is;
import static org.junit.Assert.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;

@RunWith(Parameterized.class)
public class SquareTest {
    private final int number;
    private final int square;

    public SquareTest(int number, int square) {
        this.number = number;
        this.square = square;
    }

    @Parameters
    public static List<Object[]> numbers() {
        return Arrays.asList(new Object[][] {{1, 1}, {2, 4}, {3, 9}});
    }

    @Test
    @SuppressWarnings("deprecation")
    public void square() {
        assertThat(number * number, is(square));
    }
}
