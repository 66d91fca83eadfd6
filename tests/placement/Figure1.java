//@ about: BigFoot's figure 1: one check for three fields, one for the elements of a loop.
class Figure1 {
    int x;
    int y;
    int z;

    final void move(int dx, int dy, int dz) {
        int tmp;
        tmp = this.x;
        this.x = tmp + dx;
        tmp = this.y;
        this.y = tmp + dy;
        tmp = this.z;
        this.z = tmp + dz;
        //~ check(write this.x/y/z)
    }

    static void movePoints(Figure1[] a, int lo, int hi) {
        for (int i = lo; i < hi; i++) {
            a[i].move(1, 1, 1);
        }
        //~ check(read a[lo..i])
    }
}
