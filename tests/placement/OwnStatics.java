//@ about: Static fields of the own class are as plain as others.
class OwnStatics {
    static int x;
    static int y;
    static final int FIXED = Math.abs(3);
    static volatile int told;

    static int sum() {
        int sum = x + y + FIXED;
        //~ check(read OwnStatics.x, read OwnStatics.y)
        return sum;
    }

    static void move() {
        x++;
        y++;
        x++;
        //~ check(write OwnStatics.x, write OwnStatics.y)
    }

    static void publish() {
        x = 1;
        //~ check(write OwnStatics.x)
        told = 2;
    }

    static int atLeastOnce(int n) {
        int i = 0;
        do {
            x += i;
            i++;
        } while (i < n);
        //~ check(write OwnStatics.x)
        return i;
    }
}
