//@ about: A thread writes an element and does nothing else that anyone could see; the other one ends the JVM.
//@ engines: run
public class EndsWithoutSynchronising {
    public static void main(String[] args) {
        int[] a = new int[10];
        Thread writer = new Thread(() -> {
            a[3] = 1;                      //~ race(a) write
            Unseen.at(1);
            Unseen.at(4);
        });
        writer.setDaemon(true);
        writer.start();
        Unseen.at(2);
        int seen = a[3];                   //~ race(a) read
        Runtime.getRuntime().halt(seen > 1 ? 1 : 0);
    }
}
