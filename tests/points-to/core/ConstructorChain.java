//@ about: Constructors call each other and run the initialisers of fields.

public class ConstructorChain {
    public static void main(String[] args) {
        Expect.calls("Sub.<init>");
        Sub sub = new Sub();
        Expect.pointsTo(sub.given, "given");
        Expect.pointsTo(sub.early, "early");
        Expect.pointsTo(sub.block, "block");
        Expect.pointsTo(sub.kept, "kept");
    }
}

class Base {
    final Object kept;

    Base(Object kept) {
        this.kept = kept;
    }
}

class Sub extends Base {
    final Object early = new Object();      //@site early
    final Object block;
    final Object given;

    {
        block = new Object();               //@site block
    }

    Sub() {
        this(new Object());                 //@site given
    }

    Sub(Object given) {
        super(new Object());                //@site kept
        this.given = given;
    }
}
