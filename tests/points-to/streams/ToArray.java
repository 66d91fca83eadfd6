//@ about: An array of a stream is made by the given function or by the library.

import java.util.function.IntFunction;
import java.util.stream.Stream;

public class ToArray {
    public static void main(String[] args) {
        A a = new A();                                  //@site a
        Object[] plain = Stream.of(a).toArray();
        Expect.pointsTo(plain[0], "a");
        IntFunction<A[]> maker = size -> new A[size];   //@site maker=IntFunction array=A[]
        A[] typed = Stream.of(a).toArray(maker);
        Expect.mayPointTo(typed, "array");
        Expect.pointsTo(typed[0], "a");
        Expect.reachable("lambda:maker");
    }
}

class A {
}
