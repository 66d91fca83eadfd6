//@ about: The for-each loop calls iterator, hasNext and next of the application's class.

import java.util.Iterator;
import java.util.function.Consumer;

public class OwnIterable {
    public static void main(String[] args) {
        Once once = new Once();
        Expect.calls("Once.iterator");
        for (Object element : once) {
            Expect.pointsTo(element, "element");
        }
        Consumer<Object> each = x -> Expect.pointsTo(x, "element");     //@site each=Consumer
        Expect.calls("Once.iterator", "Once.hasNext", "Once.next", "lambda:each");
        once.forEach(each);
    }
}

class Once implements Iterable<Object>, Iterator<Object> {
    private boolean done;

    @Override
    public Iterator<Object> iterator() {
        done = false;
        return this;
    }

    @Override
    public boolean hasNext() {
        return !done;
    }

    @Override
    public Object next() {
        done = true;
        return new Object();                //@site element
    }
}
