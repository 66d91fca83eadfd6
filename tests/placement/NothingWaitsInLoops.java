//@ about: Without peeling no path waits for the end of a loop, but ranges do.
//@ placement: bigfoot-peeling
class NothingWaitsInLoops {
    int x;

    int turns(int[] a, int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            //~ check(write this.x)
            sum += a[i];
            x = sum;
        }
        //~ check(read a[0..i])
        return sum;
    }
}
