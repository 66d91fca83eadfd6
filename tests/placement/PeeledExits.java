//@ about: It does not matter by which way a loop is left, or goes on.
//@ placement: choi
class PeeledExits {
    int x;
    int y;
    boolean done;

    int search(int[] a, int wanted) {
        for (int i = 0; i < a.length; i++) {
            //~ check(first write this.x)
            x = i;
            //~ check(read a[i])
            if (a[i] == wanted) {
                //~ check(write this.y)
                y = i;
                return i;
            }
            if (i > 7) {
                break;
            }
            if (i > 3) {
                continue;
            }
            //~ check(first write this.y)
            y = i;
        }
        //~ check(read this.x)
        return x;
    }

    // What was checked on every way to the end stands behind it.
    int once(int n) {
        int i = 0;
        while (true) {
            //~ check(first write this.x)
            x = i;
            if (i++ > n) {
                return x;
            }
        }
    }

    // It may never end, and is checked before that.
    void endless() {
        for (;;) {
            //~ check(first read this.done)
            if (done) {
                //~ check(first read this.x)
                //~ check(first write this.x)
                x++;
            }
        }
    }
}
