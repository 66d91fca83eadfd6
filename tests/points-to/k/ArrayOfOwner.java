//@ about: From k = 2 on, the arrays inside two stacks are two.

public class ArrayOfOwner {
    public static void main(String[] args) {
        Stack one = new Stack();
        Stack two = new Stack();
        one.push(new Object());     //@site a
        two.push(new Object());     //@site b
        Expect.k(0, 1).pointsTo(one.pop(), "a", "b");
        Expect.fromK(2).pointsTo(one.pop(), "a");
        Expect.fromK(2).pointsTo(two.pop(), "b");
    }
}

class Stack {
    private final Object[] items = new Object[4];
    private int size;

    void push(Object value) {
        items[size++] = value;
    }

    Object pop() {
        return size == 0 ? null : items[--size];
    }
}
