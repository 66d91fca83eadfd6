//@ about: A lambda calls itself through a field.

import java.util.function.Function;

public class RecursiveThroughField {
    static Function<Object, Object> self;

    public static void main(String[] args) {
        Object start = new Object();                //@site start
        self = value -> {                           //@site self
            Expect.pointsTo(value, "start", "class:java.lang.String");
            Expect.calls("lambda:self");
            return value == "end" ? value : self.apply("end");
        };
        Expect.calls("lambda:self");
        Object result = self.apply(start);
        Expect.pointsTo(result, "start", "class:java.lang.String");
    }
}
