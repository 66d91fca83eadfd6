//@ about: Each constant of an enumeration is an object of its own, also the one with a body.

public class EnumConstants {
    public static void main(String[] args) {
        Color red = Color.RED;
        Expect.pointsTo(red, "red");
        Expect.pointsTo(Color.GREEN, "green");
        Expect.calls("Color$1.mix");
        Color.GREEN.mix();
        Color any = Color.values()[args.length];
        Expect.pointsTo(any, "red", "green");
        Expect.calls("Color.mix", "Color$1.mix");
        any.mix();
    }
}

enum Color {
    RED,                //@site red
    GREEN {             //@site green
        @Override
        Object mix() {
            return this;
        }
    };

    Object mix() {
        return null;
    }
}
