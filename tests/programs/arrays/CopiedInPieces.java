//@ about: Two threads copy pieces between two arrays; what they read is the same, what they write is apart but for one element.
//@ engines: run
public class CopiedInPieces {
    public static void main(String[] args) throws InterruptedException {
        char[] from = new char[100];
        char[] to = new char[100];
        char[] none = new char[0];
        Thread first = new Thread(() -> {
            System.arraycopy(from, 0, to, 0, 50);
            System.arraycopy(from, 10, to, 99, 1);      //~ race(to) write
            System.arraycopy(none, 0, to, 100, 0);
            Unseen.at(1);
        });
        Thread second = new Thread(() -> {
            Unseen.at(2);
            System.arraycopy(from, 0, to, 50, 50);      //~ race(to) write
            java.util.Arrays.fill(none, 'x');
        });
        first.start();
        second.start();
        first.join();
        second.join();
        System.arraycopy(to, 0, from, 0, 100);
    }
}
