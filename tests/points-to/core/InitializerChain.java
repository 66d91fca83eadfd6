//@ about: One class's initialiser uses the next class, and so on.

public class InitializerChain {
    public static void main(String[] args) {
        Object end = First.value;
        Expect.pointsTo(end, "end");
        Expect.reachable("First.<clinit>", "Second.<clinit>", "Third.<clinit>");
    }
}

class First {
    static final Object value = Second.value;
}

class Second {
    static final Object value = Third.make();
}

class Third {
    static final Object made = new Object();        //@site end

    static Object make() {
        return made;
    }
}
