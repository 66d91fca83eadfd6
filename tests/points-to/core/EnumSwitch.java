//@ about: A switch over an enumeration goes through a helper class and does not lose a branch.

public class EnumSwitch {
    public static void main(String[] args) {
        Expect.pointsTo(of(Mode.FAST), "fast", "slow");
    }

    static Object of(Mode mode) {
        switch (mode) {
            case FAST:
                return new Object();        //@site fast
            case SLOW:
                return new Object();        //@site slow
            default:
                return null;
        }
    }
}

enum Mode { FAST, SLOW }
