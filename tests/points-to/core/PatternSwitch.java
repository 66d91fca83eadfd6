//@ about: A pattern switch over a sealed interface binds what its patterns allow.
//@ jdk: 21

public class PatternSwitch {
    public static void main(String[] args) {
        Object center = new Object();       //@site center
        Object corner = new Object();       //@site corner
        Shape shape = args.length > 0 ? new Circle(center) : new Square(corner);    //@site circle=Circle square=Square
        Object inside = switch (shape) {
            case Circle circle -> {
                Expect.pointsTo(circle, "circle");
                yield circle.center();
            }
            case Square(Object bound) -> {
                Expect.pointsTo(bound, "corner");
                yield bound;
            }
        };
        Expect.pointsTo(inside, "center", "corner");
        Expect.pointsTo(shape, "circle", "square");
        Expect.reachable("Circle.center", "Square.corner");
    }
}

sealed interface Shape permits Circle, Square {
}

record Circle(Object center) implements Shape {
}

record Square(Object corner) implements Shape {
}
