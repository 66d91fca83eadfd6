//@ about: BigFoot's figure 6: a branch, and a loop.
class Figure6 {
    int f;
    int g;

    static int branch(Figure6 b, int i) {
        int x = 0;
        int y = 0;
        if (i < 0) {
            y = b.g;
            //~ check(read b.g)
        } else {
            x = b.f;
        }
        int z = b.f;
        //~ check(read b.f)
        return x + y + z;
    }

    static void loop(Figure6 b, int[] a, int n) {
        int i = 0;
        do {
            int t = b.f;
            a[i] = t;
            i = i + 1;
        } while (i < n);
        //~ check(read b.f, write a[0..i])
    }
}
