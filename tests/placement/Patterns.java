//@ about: A pattern that matches names the object that was asked.
class Patterns {
    int x;

    static int get(Object object) {
        if (object instanceof Patterns it) {
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
