//@ about: A lock that is taken in each turn: nothing waits from one turn to the next.
class LocksInLoops {
    int sum;
    int turns;

    void add(int n) {
        for (int i = 0; i < n; i++) {
            synchronized (this) {
                sum += i;
                //~ check(write this.sum)
            }
        }
    }

    void count(int n) {
        for (int i = 0; i < n; i++) {
            turns++;
            //~ check(write this.turns)
            synchronized (this) {
                sum += i;
                //~ check(write this.sum)
            }
        }
    }
}
