//@ about: Two variables with one object are one object.
class Aliases {
    int x;

    static int copy(Aliases one) {
        Aliases same = one;
        one.x = 1;
        same.x = 2;
        //~ check(write one.x)
        return same.x;
    }

    static int cast(Object one) {
        Aliases same = (Aliases) one;
        same.x = 1;
        Aliases again = (Aliases) one;
        //~ check(write one.x)
        return again.x;
    }

    static int parameters(Aliases one, Aliases other) {
        one.x = 1;
        //~ check(write one.x, read other.x)
        return other.x;
    }

    static void arrays(int[] a, int i) {
        int[] same = a;
        int next = i + 1;
        same[next] = a[i + 1];
        //~ check(write a[i+1])
    }
}
