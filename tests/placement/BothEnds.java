//@ about: A loop that comes from both ends has two ranges.
class BothEnds {
    static void reverse(int[] a, int n) {
        int low = 0;
        int high = n - 1;
        while (low < high) {
            int kept = a[low];
            a[low] = a[high];
            a[high] = kept;
            low++;
            high--;
        }
        //~ check(write a[0..low], write a[high+1..n])
    }
}
