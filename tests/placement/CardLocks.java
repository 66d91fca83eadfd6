//@ about: Without motion a lock is no end for what was checked, but its release is.
//@ placement: redcard
class CardLocks {
    int x;

    int enter() {
        //~ check(read this.x)
        int sum = x;
        synchronized (this) {
            sum += x;
        }
        //~ check(read this.x)
        return sum + x;
    }
}
