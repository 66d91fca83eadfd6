//@ about: What a handler accesses is checked before it throws on.
class Rethrown {
    int failures;
    int last;

    int divide(int divisor) {
        try {
            return 10 / divisor;
        } catch (ArithmeticException e) {
            failures++;
            last = divisor;
            //~ check(write this.failures/last)
            throw e;
        }
    }

    void refuse(int number) {
        last = number;
        if (number < 0) {
            //~ check(write this.last)
            throw null;
        }
        failures = 0;
        //~ check(write this.last/failures)
    }
}
