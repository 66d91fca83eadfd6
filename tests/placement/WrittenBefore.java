/** A loop that reads and writes what does not change in it. */
class WrittenBefore {
    int sum;
    int other;

    void add(int[] a) {
        for (int i = 0; i < a.length; i++) {
            sum += a[i];
        }
        //~ check(read this.sum, read a[0..i], write this.sum)
    }

    void before(int n) {
        sum = 0;
        for (int i = 0; i < n; i++) {
            sum += i;
        }
        //~ check(write this.sum)
    }

    void some(int n) {
        for (int i = 0; i < n; i++) {
            if (i > other) {
                sum = i;
            }
        }
        //~ check(read this.other, write this.sum)
    }
}
