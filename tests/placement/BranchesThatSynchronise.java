//@ about: A volatile access on one of two ways.
class BranchesThatSynchronise {
    int x;
    volatile int told;

    int hears(boolean c) {
        int sum = x;
        if (c) {
            //~ check(read this.x)
            sum += told;
        }
        sum += x;
        //~ check(read this.x)
        return sum;
    }

    int tells(boolean c) {
        int sum = x;
        if (c) {
            told = 1;
        }
        sum += x;
        //~ check(read this.x)
        return sum;
    }

    void tellsInOne(boolean c) {
        x = 1;
        if (c) {
            //~ check(write this.x)
            told = 1;
        }
        //~ check(write this.x)
    }
}
