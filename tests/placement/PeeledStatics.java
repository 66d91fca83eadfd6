//@ about: A static field has no object that could change, so a loop checks it once.
//@ placement: choi
class PeeledStatics {
    static int count;
    static int[] all;
    static long wide;

    static void add(int n) {
        for (int i = 0; i < n; i++) {
            //~ check(first read PeeledStatics.count)
            //~ check(first write PeeledStatics.count)
            count++;
            //~ check(first write PeeledStatics.wide)
            wide = i;
        }
        //~ check(read PeeledStatics.wide)
        count = (int) wide;
        //~ check(write PeeledStatics.count)
    }

    // The array may be another one in each turn: only the field is the same.
    static int sum(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            //~ check(first read PeeledStatics.all)
            //~ check(read all[0])
            sum += all[0];
        }
        return sum;
    }
}
