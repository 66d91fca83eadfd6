//@ about: An array constructor reference makes arrays at the place of the reference.

import java.util.function.IntFunction;

public class ArrayConstructorReference {
    public static void main(String[] args) {
        IntFunction<Object[]> maker = Object[]::new;        //@site maker=IntFunction array=Object[]
        Object[] array = maker.apply(2);
        Expect.pointsTo(maker, "maker");
        Expect.pointsTo(array, "array");
        array[0] = new Object();                //@site element
        Expect.pointsTo(array[1], "element");
    }
}
