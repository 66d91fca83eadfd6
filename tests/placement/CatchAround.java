//@ about: In a try block nothing waits over what may throw.
class CatchAround {
    int before;
    int inside;
    int caught;

    void divide(int divisor) {
        before = 1;
        try {
            inside = 2;
            //~ check(write this.before/inside)
            int quotient = 10 / divisor;
            inside = quotient;
        } catch (ArithmeticException e) {
            caught = 3;
            //~ check(write this.caught)
        }
    }

    int quiet(int number) {
        try {
            inside = number + 1;
            before = number;
        } catch (RuntimeException e) {
            caught = 4;
            //~ check(write this.caught)
        }
        //~ check(write this.inside/before)
        return number;
    }
}
