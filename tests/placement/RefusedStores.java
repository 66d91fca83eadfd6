//@ about: A store that an array may refuse speaks for nothing that comes before it.
class RefusedStores {
    int x;

    void store(Object[] a, Object value) {
        x = 1;
        //~ throw(write this.x)
        a[0] = value;
        //~ throw(write this.x, write a[0])
        a[1] = value;
        //~ check(write this.x, write a[0..2])
    }
}
