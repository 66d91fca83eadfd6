//@ about: An enum map holds values under constants of its enumeration.

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;

public class EnumMaps {
    public static void main(String[] args) {
        Map<Mode, Object> one = new EnumMap<>(Mode.class);
        Map<Mode, Object> two = new EnumMap<>(Mode.class);
        one.put(Mode.FAST, new Object());           //@site a
        two.put(Mode.SLOW, new Object());           //@site b
        Expect.pointsTo(one.get(Mode.FAST), "a");
        Expect.pointsTo(two.get(Mode.SLOW), "b");
        for (Mode mode : one.keySet()) {
            Expect.mayPointTo(mode, "fast");
        }
        for (Mode mode : EnumSet.allOf(Mode.class)) {
            Expect.pointsTo(mode, "fast", "slow");
        }
    }
}

enum Mode {
    FAST,       //@site fast
    SLOW        //@site slow
}
