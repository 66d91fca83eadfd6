//@ about: What a later access was to speak for is checked if a release throws before it.
class ReleaseThrows {
    int plain;
    volatile int told;

    static int field(ReleaseThrows one, ReleaseThrows other) {
        int before = one.plain;
        //~ throw(read one.plain)
        other.told = 1;
        int after = one.plain;
        //~ check(read one.plain)
        return before + after;
    }

    private void publish(int divisor) {
        told = 10 / divisor;
    }

    int call(ReleaseThrows one, int divisor) {
        int before = one.plain;
        //~ throw(read one.plain)
        publish(divisor);
        int after = one.plain;
        //~ check(read one.plain)
        return before + after;
    }
}
