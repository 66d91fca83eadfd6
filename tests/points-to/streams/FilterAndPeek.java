//@ about: Filters and observers see the elements and let them pass.

import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

public class FilterAndPeek {
    public static void main(String[] args) {
        Object a = new Object();                                //@site a
        Predicate<Object> test = x -> {                         //@site test
            Expect.pointsTo(x, "a");
            return true;
        };
        Consumer<Object> look = x -> Expect.pointsTo(x, "a");   //@site look=Consumer
        Optional<Object> found = Stream.of(a).filter(test).peek(look).findFirst();
        Expect.pointsTo(found.get(), "a");
        Expect.reachable("lambda:test", "lambda:look");
        Predicate<Object> last = x -> true;                     //@site last
        Stream<Object> stream = Stream.of(a);
        Expect.mayCall("lambda:last");
        stream.anyMatch(last);
    }
}
