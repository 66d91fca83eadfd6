//@ about: A loop that a field bounds reads it in each turn, and is checked for that once.
class FieldBounds {
    int size;
    int seen;

    void clear(int[] a) {
        for (int i = 0; i < size; i++) {
            a[i] = 0;
        }
        //~ check(read this.size, write a[0..i])
    }

    void count() {
        for (int i = 0; i < size; i++) {
            seen++;
        }
        //~ check(read this.size, write this.seen)
    }
}
