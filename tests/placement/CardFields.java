//@ about: Without motion checks are at the accesses, but for those that an earlier check covers.
//@ placement: redcard
class CardFields {
    int x;
    int y;
    volatile int told;

    int again() {
        //~ check(read this.x)
        int sum = x;
        //~ check(read this.y)
        sum += y;
        sum += x;
        return sum;
    }

    void increment() {
        //~ check(read this.x)
        //~ check(write this.x)
        x++;
        int seen = x;
        x = seen;
    }

    int release() {
        //~ check(read this.x)
        int sum = x;
        told = sum;
        //~ check(read this.x)
        return sum + x;
    }

    int acquire() {
        //~ check(read this.x)
        int sum = x;
        sum += told;
        return sum + x;
    }
}
