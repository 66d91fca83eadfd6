//@ about: One thread has every third element of an array, another one a block of it.
//@ engines: run
public class StrideMeetsBlock {
    public static void main(String[] args) {
        int[] a = new int[300];
        new Thread(() -> {
            for (int i = 1; i < a.length; i += 3) {
                a[i] = i;        //~ race(a) write
            }
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            int sum = 0;
            for (int i = 150; i < 153; i++) {
                sum += a[i];     //~ race(a) read
            }
            System.out.println(sum);
        }).start();
    }
}
