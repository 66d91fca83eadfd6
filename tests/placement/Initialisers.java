//@ about: An array that is written down is one range.
class Initialisers {
    static int[] numbers(int x) {
        int[] made = {x, 1, 2, 3};
        //~ check(write made[0..4])
        return made;
    }

    static int[][] nested() {
        int[][] made = {{1}, {2, 3}};
        //~ check(write new[0], write made[0..2], write new[0..2])
        return made;
    }
}
