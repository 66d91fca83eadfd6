//@ about: Two threads print; the lock of the print stream orders nothing that a program can rely on.
//@ engines: scan run predict

public class PrintingIsNoOrder {
    private static int data;

    public static void main(String[] args) {
        new Thread(() -> {
            data = 1;    //~ race(data) write
            System.out.println("written");
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        System.out.println("reading");
        int seen = data;    //~ race(data) read
    }
}
