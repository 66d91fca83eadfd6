//@ about: An enumeration's constant that is looked up by name may be any of them, and of no other one.

public class EnumByName {
    public static void main(String[] args) {
        Mode mode = Mode.valueOf("FAST");
        Expect.pointsTo(mode, "fast", "slow");
        Size size = Enum.valueOf(Size.class, "BIG");
        Expect.pointsTo(size, "big");
        for (Mode each : Mode.values()) {
            Expect.pointsTo(each, "fast", "slow");
        }
        Mode[] constants = Mode.class.getEnumConstants();
        Expect.pointsTo(constants[0], "fast", "slow");
    }
}

enum Mode {
    FAST,       //@site fast
    SLOW        //@site slow
}

enum Size {
    BIG         //@site big
}
