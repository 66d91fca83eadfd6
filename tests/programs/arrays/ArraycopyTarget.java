//@ about: System.arraycopy writes into an array from which another thread reads.
//@ engines: scan run predict
public class ArraycopyTarget {
    public static void main(String[] args) {
        int[] source = {1, 2, 3, 4};
        int[] target = new int[8];
        new Thread(() -> {
            System.arraycopy(source, 0, target, 2, 4);      //~ race(target) write
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            int seen = target[3];      //~ race(target) read
        }).start();
    }
}
