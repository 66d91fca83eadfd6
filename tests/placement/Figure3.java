//@ about: BigFoot's figure 3: one check is enough for three accesses in three places.
class Figure3 {
    int f;

    static int sum(Figure3 b, Object lock) {
        int x;
        synchronized (lock) {
            x = b.f;
        }
        int y = b.f;
        //~ check(read b.f)
        int z;
        synchronized (lock) {
            z = b.f;
        }
        return x + y + z;
    }
}
