/** Arrays that a loop loads anew in each turn. */
class AliasedFields {
    int[] data;
    int[] other;
    static int[] shared;
    final int[] fixed = new int[10];

    void fill(int n) {
        for (int i = 0; i < n; i++) {
            this.data[i] = i;
        }
        //~ check(read this.data, write this.data[0..i])
    }

    void twice(int n) {
        for (int i = 0; i < n; i++) {
            data[i] = data[i] * 2;
        }
        //~ check(read this.data, write this.data[0..i])
    }

    void copy(int n) {
        for (int i = 0; i < n; i++) {
            data[i] = other[i + 1];
        }
        //~ check(read this.data, read this.other, read this.other[1..i+1], write this.data[0..i])
    }

    static void statics(int n) {
        for (int i = 0; i < n; i++) {
            shared[i]++;
        }
        //~ check(read AliasedFields.shared, write shared[0..i])
    }

    int sum() {
        int sum = 0;
        for (int i = 0; i < fixed.length; i++) {
            sum += fixed[i];
        }
        //~ check(read this.fixed[0..i])
        return sum;
    }

    void swapped(int n, int[] next) {
        for (int i = 0; i < n; i++) {
            //~ check(write this.data[i-1])
            this.data[i] = i;
            this.data = next;
        }
        //~ check(read this.data, write this.data)
    }
}
