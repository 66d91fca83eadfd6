//@ about: Two threads step through one array with strides two and three, which meet in every sixth element.
//@ engines: scan run predict
public class StridesMeet {
    static void bump(int[] a, int stride) {
        for (int i = 0; i < a.length; i += stride) {
            a[i]++;      //~ race(a) write
        }
    }

    public static void main(String[] args) {
        int[] a = new int[20];
        new Thread(() -> {
            bump(a, 2);
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            bump(a, 3);
        }).start();
    }
}
