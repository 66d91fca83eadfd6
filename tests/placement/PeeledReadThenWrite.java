//@ about: A read does not stand for a write, neither in a turn nor in the turns before; a write stands for both.
//@ placement: choi
class PeeledReadThenWrite {
    int x;
    int y;

    void readFirst(int n) {
        for (int i = 0; i < n; i++) {
            //~ check(first read this.x)
            //~ check(first write this.x)
            x += i;
        }
    }

    int writeFirst(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            //~ check(first write this.x)
            x = i;
            sum += x;
        }
        return sum;
    }

    int writtenBefore(int n) {
        //~ check(write this.x)
        x = 0;
        for (int i = 0; i < n; i++) {
            x += i;
        }
        return x;
    }

    int readBefore(int n) {
        //~ check(read this.x)
        int sum = x;
        for (int i = 0; i < n; i++) {
            sum += x;
            //~ check(first write this.x)
            x = sum;
        }
        return sum;
    }
}
