//@ about: The components of a record never change: there is nothing to check.
record Records(int x, int[] data) {
    static int shared;

    int sum() {
        int sum = x;
        int[] data = this.data;
        for (int i = 0; i < data.length; i++) {
            sum += data[i];
        }
        //~ check(read data[0..i])
        return sum;
    }

    int count() {
        shared = x;
        //~ check(write Records.shared)
        return shared;
    }
}
