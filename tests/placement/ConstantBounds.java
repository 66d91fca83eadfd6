//@ about: Loops whose bounds are numbers.
class ConstantBounds {
    static void squares(int[] a) {
        for (int i = 2; i < 10; i++) {
            a[i] = i * i;
        }
        //~ check(write a[2..i])
    }

    static int[] fresh() {
        int[] a = new int[10];
        for (int i = 0; i < 10; i++) {
            a[i] = i;
        }
        //~ check(write a[0..i])
        return a;
    }
}
