//@ about: Checks do not move over locks, but for what a later access speaks for.
class Locks {
    int a;
    int b;
    static int shared;

    void inside() {
        synchronized (this) {
            a = 1;
            b = 2;
            //~ check(write this.a/b)
        }
    }

    void before() {
        a = 1;
        //~ check(write this.a)
        synchronized (this) {
            b = 2;
            //~ check(write this.b)
        }
    }

    void inLoop(int[] all) {
        for (int i = 0; i < all.length; i++) {
            synchronized (this) {
                //~ check(read this.a)
                a += all[i];
                //~ check(write this.a, read all[i])
            }
        }
    }

    void calls(int[] all) {
        for (int i = 0; i < all.length; i++) {
            all[i] = 0;
            //~ check(write all[i])
            System.out.println(i);
        }
    }

    void quiet(double[] all) {
        for (int i = 0; i < all.length; i++) {
            all[i] = Math.sqrt(i);
        }
        //~ check(write all[0..i])
    }

    static void plain() {
        shared++;
        shared++;
        //~ check(write Locks.shared)
    }
}
