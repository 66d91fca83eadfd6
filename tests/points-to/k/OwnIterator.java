//@ about: From k = 2 on, the iterators of two collections of the application are told apart.

import java.util.Iterator;

public class OwnIterator {
    public static void main(String[] args) {
        Bag one = new Bag(new Object());        //@site a=Object
        Bag two = new Bag(new Object());        //@site b=Object
        for (Object x : one) {
            Expect.k(0, 1).pointsTo(x, "a", "b");
            Expect.fromK(2).pointsTo(x, "a");
        }
        for (Object y : two) {
            Expect.fromK(2).pointsTo(y, "b");
        }
    }
}

class Bag implements Iterable<Object> {
    private final Object only;

    Bag(Object only) {
        this.only = only;
    }

    @Override
    public Iterator<Object> iterator() {
        return new Iterator<>() {
            private boolean done;

            @Override
            public boolean hasNext() {
                return !done;
            }

            @Override
            public Object next() {
                done = true;
                return only;
            }
        };
    }
}
