//@ about: Lock sets with order: who gives back a monitor comes before who waited for it, so it ends what was checked.
//@ placement: choi
//@ detector: lockset
class PeeledOrdered {
    int x;

    void left(Object lock) {
        //~ check(write this.x)
        x = 1;
        synchronized (lock) {
        }
        //~ check(write this.x)
        x = 2;
    }

    int enters(Object lock) {
        //~ check(read this.x)
        int sum = x;
        synchronized (lock) {
            sum += x;
        }
        //~ check(read this.x)
        return sum + x;
    }

    int nested(Object one, Object two) {
        synchronized (one) {
            //~ check(read this.x)
            int sum = x;
            synchronized (two) {
                return sum + x;
            }
        }
    }
}
