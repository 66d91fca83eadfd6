//@ about: A volatile array reference does not make the elements volatile.
//@ engines: scan run predict

public class VolatileArrayReference {
    private static volatile int[] levels = new int[4];

    public static void main(String[] args) {
        new Thread(() -> {
            levels[0] = 1;    //~ race(levels) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        int seen = levels[0];    //~ race(levels) read
    }
}
