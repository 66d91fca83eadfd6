//@ about: Who throws before the first access has checked nothing; who throws after it has, also where that is caught.
//@ placement: choi
class PeeledExceptions {
    int x;
    int y;

    // Figure 3 of Choi et al.: before the access something may throw.
    static void figure(PeeledExceptions a, int[] numbers, int n) {
        for (int i = 0; i < n; i++) {
            //~ check(read numbers[i])
            int number = 10 / numbers[i];
            //~ check(first write a.x)
            a.x = number;
        }
    }

    void caught(int[] a, int n) {
        for (int i = 0; i < n; i++) {
            try {
                //~ check(read a[i])
                int number = a[i];
                //~ check(first write this.x)
                x = number;
            } catch (ArrayIndexOutOfBoundsException e) {
                //~ check(first write this.y)
                y = i;
            }
        }
    }

    // The handler releases, so each turn checks.
    void released(int[] a, int n, Object lock) {
        for (int i = 0; i < n; i++) {
            try {
                //~ check(read a[i])
                int number = a[i];
                //~ check(write this.x)
                x = number;
            } catch (ArrayIndexOutOfBoundsException e) {
                synchronized (lock) {
                    //~ check(write this.y)
                    y = i;
                }
            }
        }
    }

    int last(int[] a, int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            try {
                //~ check(read a[i])
                sum += a[i];
            } finally {
                //~ check(first write this.x)
                //~ check(write this.x)
                x = i;
            }
        }
        return sum;
    }
}
