//@ about: An exception that is caught in a loop and leaves it: each turn is checked before it may throw.
class HandlersThatLeave {
    int last;

    int divide(int n, int divisor) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            last = i;
            try {
                //~ check(write this.last)
                sum += 10 / divisor;
            } catch (ArithmeticException e) {
                break;
            }
        }
        return sum;
    }

    int last(int n, int divisor) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            last = i;
            try {
                //~ check(write this.last)
                sum += 10 / divisor;
            } finally {
                sum++;
            }
        }
        return sum;
    }
}
