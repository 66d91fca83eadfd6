//@ about: Methods of the same class that do not synchronise: checks wait for them.
class QuietCalls {
    int x;
    int y;

    private int half(int number) {
        return number / 2;
    }

    final int sum() {
        //~ check(read this.x/y)
        return x + y;
    }

    static void none() {
    }

    void set(int to) {
        x = half(to);
        none();
        y = sum();
        //~ check(write this.x/y)
    }

    int open() {
        return 1;
    }

    void setOpen() {
        x = 1;
        //~ check(write this.x)
        open();
        y = 2;
        //~ check(write this.y)
    }
}
