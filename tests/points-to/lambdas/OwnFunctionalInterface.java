//@ about: A functional interface of the application has default and static methods of its own.

public class OwnFunctionalInterface {
    public static void main(String[] args) {
        Check strict = value -> value != null;          //@site strict
        Check never = value -> false;                   //@site never
        Check both = strict.and(never);
        Expect.pointsTo(both, "and");
        Expect.calls("lambda:and");
        both.test(args);
        Check made = Check.not(strict);
        Expect.calls("lambda:not");
        made.test(args);
        Expect.distinct(strict, never);
    }
}

interface Check {
    boolean test(Object value);

    default Check and(Check other) {
        Expect.pointsTo(this, "strict");
        Expect.pointsTo(other, "never");
        return value -> {                               //@site and
            Expect.calls("lambda:strict");
            return test(value) && other.test(value);
        };
    }

    static Check not(Check other) {
        return value -> {                               //@site not
            Expect.calls("lambda:strict");
            return !other.test(value);
        };
    }
}
