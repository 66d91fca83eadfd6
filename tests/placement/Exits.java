//@ about: Loops that are left early, by a branch or by an exception.
class Exits {
    int found;

    static int search(int[] a, int wanted) {
        for (int i = 0; i < a.length; i++) {
            if (a[i] == wanted) {
                //~ check(read a[0..i+1])
                return i;
            }
        }
        //~ check(read a[0..i])
        return -1;
    }

    static int untilStop(int[] a, int[] stop) {
        int sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i];
            if (sum > 100) {
                break;
                //~ check(read a[i])
            }
        }
        //~ check(read a[0..i])
        return sum;
    }

    void count(int[] a) {
        for (int i = 0; i < a.length; i++) {
            if (a[i] > 0) {
                found++;
            }
        }
        //~ check(read a[0..i], write this.found)
    }
}
