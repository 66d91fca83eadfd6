//@ about: Two threads fill the two halves of one array, and an off-by-one error makes them meet in one element.
//@ engines: scan run predict
public class HalvesOverlapByOne {
    static void fill(int[] a, int from, int to) {
        for (int i = from; i <= to; i++) {
            a[i] = i;      //~ race(a) write
        }
    }

    public static void main(String[] args) {
        int[] a = new int[101];
        new Thread(() -> {
            fill(a, 0, 50);
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            fill(a, 50, 100);
        }).start();
    }
}
