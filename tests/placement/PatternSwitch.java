//@ about: A switch on patterns is a call of which nothing is known, and then branches.
class PatternSwitch {
    int x;

    static int get(Object object) {
        if (object instanceof PatternSwitch it) {
            //~ check(read object.x)
            return it.x;
        }
        if (object instanceof int[] a && a.length > 0) {
            //~ check(read object[0])
            return a[0];
        }
        return 0;
    }
}
