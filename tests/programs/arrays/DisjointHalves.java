//@ about: Two threads fill the two halves of one array.
//@ engines: scan run predict
public class DisjointHalves {
    static void fill(int[] a, int from, int to) {
        for (int i = from; i < to; i++) {
            a[i] = i;      //~ FP[scan] race(a) write: scan does not tell the elements of an array apart
        }
    }

    public static void main(String[] args) {
        int[] a = new int[100];
        new Thread(() -> fill(a, 0, 50)).start();
        new Thread(() -> fill(a, 50, 100)).start();
    }
}
