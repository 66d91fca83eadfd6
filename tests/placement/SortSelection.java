//@ about: A sort by selection: what is looked through is a range, what is exchanged is not.
class SortSelection {
    static void sort(int[] a, int n) {
        for (int i = 0; i < n - 1; i++) {
            //~ check(read a[i..j], write a[least])
            int least = i;
            for (int j = i + 1; j < n; j++) {
                //~ check(read a[least])
                if (a[j] < a[least]) {
                    least = j;
                }
            }
            int kept = a[i];
            a[i] = a[least];
            a[least] = kept;
        }
        //~ check(write a[0..i])
    }
}
