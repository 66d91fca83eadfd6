//@ about: Conditional expressions are branches, and so are short-circuits.
class ConditionalExpressions {
    int x;
    int y;

    int choose(boolean c) {
        int value = c ? x : x + 1;
        //~ check(read this.x)
        return value;
    }

    boolean both() {
        return x > 0 && y > 0;
        //~ check(read this.y)
        //~ check(read this.y)
        //~ check(read this.x)
    }
}
