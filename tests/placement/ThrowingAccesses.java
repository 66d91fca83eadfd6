//@ about: What was accessed is checked when a later access throws.
class ThrowingAccesses {
    int x;
    int y;

    void fields(ThrowingAccesses one, ThrowingAccesses other) {
        x = 1;
        //~ throw(write this.x)
        one.x = 2;
        //~ throw(write this.x, write one.x)
        other.x = 3;
        one.y = 4;
        //~ check(write this.x, write one.x/y, write other.x)
    }

    static void swap(int[] a, int i, int j) {
        int kept = a[i];
        //~ throw(read a[i])
        a[i] = a[j];
        a[j] = kept;
        //~ check(write a[i], write a[j])
    }

    int divide(int divisor) {
        int sum = x;
        //~ throw(read this.x)
        sum /= divisor;
        //~ check(read this.x/y)
        return sum + y;
    }

    void cast(Object object) {
        x = 1;
        //~ throw(write this.x)
        ThrowingAccesses other = (ThrowingAccesses) object;
        //~ throw(write this.x)
        other.x = 2;
        //~ check(write this.x, write object.x)
    }
}
