//@ about: To make an array may throw, unless its size is a number.
class SizedArrays {
    int x;
    int y;

    int[] make(int n) {
        x = 1;
        //~ throw(write this.x)
        int[] made = new int[n];
        y = 2;
        //~ check(write this.x/y)
        return made;
    }

    int[] fixed() {
        x = 1;
        int[] made = new int[8];
        made[7] = 2;
        //~ check(write this.x, write made[7])
        return made;
    }
}
