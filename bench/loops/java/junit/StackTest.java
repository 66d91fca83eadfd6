package unit;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.EmptyStackException;
import java.util.Stack;
import org.junit.Before;
import org.junit.Test;

public class StackTest {
    private Stack<String> stack;

    @Before
    public void fill() {
        stack = new Stack<>();
        stack.push("a");
        stack.push("b");
    }

    @Test
    public void lastComesFirst() {
        assertEquals("b", stack.pop());
        assertEquals("a", stack.pop());
        assertTrue(stack.isEmpty());
    }

    @Test
    public void emptyOneThrows() {
        stack.clear();
        assertThrows(EmptyStackException.class, stack::pop);
    }

    @Test(expected = EmptyStackException.class)
    public void peekThrows() {
        stack.clear();
        stack.peek();
    }
}
