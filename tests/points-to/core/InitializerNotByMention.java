//@ about: A class that is only mentioned is not initialised.

public class InitializerNotByMention {
    public static void main(String[] args) {
        Object literal = Literal.class;
        Object array = new Element[1];
        int constant = Constant.NUMBER;
        boolean test = literal instanceof Tested;
        Inherited.touch();
        Expect.reachable("Parent.<clinit>");
        Expect.unreachable("Literal.<clinit>", "Element.<clinit>", "Constant.<clinit>", "Tested.<clinit>");
        Expect.unreachable("Inherited.<clinit>");
    }
}

class Literal {
    static final Object OBJECT = new Object();
}

class Element {
    static final Object OBJECT = new Object();
}

class Constant {
    static final int NUMBER = 3;
    static final Object OBJECT = new Object();
}

class Tested {
    static final Object OBJECT = new Object();
}

class Parent {
    static final Object OBJECT = new Object();

    static void touch() {
    }
}

class Inherited extends Parent {
    static final Object OTHER = new Object();
}
