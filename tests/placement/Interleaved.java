//@ about: Fields of several objects in turn are gathered by object.
class Interleaved {
    int x;
    int y;
    int z;

    static void swap(Interleaved one, Interleaved other) {
        int x = one.x;
        int y = one.y;
        one.x = other.x;
        one.y = other.y;
        other.x = x;
        other.y = y;
        //~ check(write one.x/y, write other.x/y)
    }

    static void assign(Interleaved to, Interleaved from) {
        to.x = from.x;
        to.y = from.y;
        to.z = from.z;
        //~ check(read from.x/y/z, write to.x/y/z)
    }
}
