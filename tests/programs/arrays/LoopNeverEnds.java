//@ about: A thread writes elements forever; another one reads them and ends the JVM.
//@ engines: run
public class LoopNeverEnds {
    static void forever(int[] a) {
        for (int round = 0;; round++) {
            for (int i = 0; i < a.length; i++) {
                a[i] = round;              //~ race(a) write
            }
            if (round == 10_000) {
                Unseen.at(1);
            }
        }
    }

    public static void main(String[] args) {
        int[] a = new int[10];
        Thread writer = new Thread(() -> forever(a));
        writer.setDaemon(true);
        writer.start();
        Unseen.at(2);
        int sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i];                   //~ race(a) read
        }
        System.exit(sum < 0 ? 1 : 0);
    }
}
