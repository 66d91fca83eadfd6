import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntSupplier;

/** Untraced code calls back, throws, calls itself, and initialises classes. */
public class Calls {
    static class Box {
        int value;
        Box next;
    }

    static int seen;

    static class Made {
        static int made = Missing.initial + 1;
        int number;

        Made(Box box) {
            number = box.value;
            made++;
        }
    }

    static class Missing {
        static int initial = 3;
        Box box;

        Missing(Box box) {
            this.box = box;
            box.value++;
        }

        Missing(Box box, boolean fails) {
            this(box);
            if (fails) {
                throw new IllegalStateException();
            }
        }

        /** Goes back to itself behind the callback, and touches again what it touched before. */
        int around(Box it, IntSupplier back) {
            int before = it.value;
            int given = inner(back);
            return before + it.value + given;
        }

        int inner(IntSupplier back) {
            int own = box.value;
            int given = deeper(back);
            return own + box.value + given;
        }

        private int deeper(IntSupplier back) {
            return back.getAsInt();
        }

        void twice(Box it, Runnable back) {
            it.value++;
            back.run();
            it.value++;
            back.run();
        }

        void fails(Box it) {
            it.value++;
            throw new IllegalStateException();
        }

        void catches(Box it, Runnable back) {
            try {
                it.value++;
                back.run();
            } catch (IllegalStateException expected) {
                it.next = null;
            }
        }

        void lets(Box it, Runnable back) {
            try {
                back.run();
            } finally {
                it.value++;
            }
        }

        int recurs(Box it, int depth) {
            return depth == 0 ? it.value : recurs(it, depth - 1) + it.value;
        }

        Object makes(Box it) {
            return new Made(it);
        }

        void sorts(List<Box> boxes) {
            Collections.sort(boxes, (one, other) -> Integer.compare(compared(one), compared(other)));
        }

        static native int nowhere(Box it);

        int calls(Box it) {
            try {
                return nowhere(it);
            } catch (UnsatisfiedLinkError expected) {
                return it.value;
            }
        }

        static int compared(Box it) {
            return it.value;
        }
    }

    static class Initialised {
        static int state = 4;

        static int state() {
            return state;
        }
    }

    static void failing(Box box) {
        box.value++;
        throw new IllegalStateException();
    }

    static int constructs(Box box) {
        int caught = 0;
        try {
            new Missing(box, true);
        } catch (IllegalStateException expected) {
            caught = 1;
        }
        // Traced code runs on, behind an untraced constructor that threw.
        seen += caught;
        box.value += caught;
        return caught;
    }

    public static void main(String[] arguments) {
        Box one = new Box();
        Box other = new Box();
        one.next = other;
        Missing missing = new Missing(one);
        one.value = missing.around(other, () -> {
            seen++;
            return other.value++;
        });
        one.value = missing.around(one, () -> missing.inner(() -> seen++));
        missing.twice(other, () -> seen += one.value);
        try {
            missing.fails(one);
        } catch (IllegalStateException expected) {
            seen++;
        }
        missing.catches(one, () -> failing(other));
        try {
            missing.lets(one, () -> failing(other));
        } catch (IllegalStateException expected) {
            seen++;
        }
        seen += constructs(other);
        seen += missing.recurs(other, 5);
        Object made = missing.makes(one);
        List<Box> boxes = new ArrayList<>(List.of(one, other, new Box()));
        missing.sorts(boxes);
        seen += missing.calls(one);
        seen += ((Made) made).number + Initialised.state() + Made.made;
    }
}
