//@ about: A cast to an interface lets objects of all its implementations pass.

public class InterfaceCastFilter {
    public static void main(String[] args) {
        Object any = new Other();       //@site other
        if (args.length > 0) {
            any = new Direct();         //@site direct
        } else if (args.length == 0) {
            any = new Inherited();      //@site inherited
        }
        Expect.pointsTo(any, "other", "direct", "inherited");
        Shape shape = (Shape) any;
        Expect.pointsTo(shape, "direct", "inherited");
    }
}

interface Shape {
}

class Direct implements Shape {
}

class Inherited extends Direct {
}

class Other {
}
