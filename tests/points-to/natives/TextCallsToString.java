//@ about: Methods that turn objects into text call their toString.

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

public class TextCallsToString {
    public static void main(String[] args) {
        A a = new A();
        Expect.calls("A.toString");
        String.valueOf(a);
        StringBuilder builder = new StringBuilder();
        Expect.calls("A.toString");
        builder.append(a);
        Expect.calls("A.toString");
        Objects.toString(a);
        Object[] values = {a};
        Expect.mayCall("A.toString");
        String.format("%s", values);
        Expect.mayCall("A.toString");
        Arrays.toString(values);
        List<Object> list = new ArrayList<>();
        list.add(a);
        Expect.mayCall("A.toString");
        list.toString();
        Expect.mayCall("A.toString");
        System.out.println(a);
    }
}

class A {
    @Override
    public String toString() {
        return "A";
    }
}
