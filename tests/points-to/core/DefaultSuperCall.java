//@ about: A class chooses among default methods by calling one interface's.

public class DefaultSuperCall {
    public static void main(String[] args) {
        Both both = new Both();
        Expect.calls("Both.name");
        Object name = both.name();
        Expect.pointsTo(name, "right");
        Expect.unreachable("Left.name");
    }
}

interface Left {
    default Object name() {
        return new Object();
    }
}

interface Right {
    default Object name() {
        return new Object();        //@site right
    }
}

class Both implements Left, Right {
    @Override
    public Object name() {
        Expect.calls("Right.name");
        return Right.super.name();
    }
}
