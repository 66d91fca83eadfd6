//@ about: A loop whose variable does not grow by a number may not end: each turn has its check.
class EndlessSearch {
    static int jump(int[] a, int n) {
        int i = 0;
        int sum = 0;
        while (true) {
            sum += a[i];
            i += sum;
            if (i > n) {
                //~ check(read a[i])
                return sum;
            }
            //~ check(read a[i])
        }
    }

    static int find(int[] a, int wanted, int n) {
        int low = 0;
        int high = n - 1;
        int turns = 1;
        for (; low <= high; turns++) {
            //~ check(read a[middle])
            int middle = (low + high) >>> 1;
            int seen = a[middle];
            if (seen < wanted) {
                low = middle + 1;
            } else if (seen > wanted) {
                high = middle - 1;
            } else {
                //~ check(read a[middle])
                return middle;
            }
        }
        return -turns;
    }
}
