//@ about: What stays the same in a loop is checked although the loop catches exceptions.
class HandlerInLoop {
    int read;
    int written;

    int sum(int n, int divisor) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            try {
                sum += read;
                //~ check(read this.read)
                sum += 10 / divisor;
            } catch (ArithmeticException e) {
                sum = 0;
            }
        }
        return sum;
    }

    void write(int n, int divisor) {
        int last = 0;
        for (int i = 0; i < n; i++) {
            written = i;
            try {
                //~ check(write this.written)
                last = i / divisor;
            } catch (ArithmeticException e) {
                last = 0;
            }
        }
    }
}
