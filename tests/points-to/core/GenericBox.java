//@ about: Type arguments are not in the code: only casts tell the contents of boxes apart.

public class GenericBox {
    public static void main(String[] args) {
        Box<A> box = new Box<>();
        box.value = new A();        //@site a
        fill(box);
        Object raw = box.value;
        Expect.pointsTo(raw, "a", "b");
        if (args.length > 0) {
            A typed = box.value;
            Expect.pointsTo(typed, "a");
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    static void fill(Box box) {
        box.value = new B();        //@site b
    }
}

class Box<T> {
    T value;
}

class A {
}

class B {
}
