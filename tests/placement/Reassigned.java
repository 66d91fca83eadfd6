//@ about: A variable that gets another object names another path.
class Reassigned {
    int x;

    static int parameter(Reassigned one, Reassigned other) {
        int sum = one.x;
        one = other;
        sum += one.x;
        //~ check(read one.x, read other.x)
        return sum;
    }

    static int index(int[] a, int i) {
        int sum = a[i];
        i = i + 3;
        sum += a[i];
        //~ check(read a[i-3..i+1:3])
        return sum;
    }

    static int either(Reassigned one, Reassigned other, boolean isOne) {
        Reassigned it = isOne ? one : other;
        it.x = 1;
        it.x = 2;
        //~ check(write it.x)
        return 0;
    }
}
