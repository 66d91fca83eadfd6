//@ about: A daemon thread that nobody joins writes a field that main reads.
//@ engines: scan run predict
public class DaemonThread {
    static int beats;

    public static void main(String[] args) {
        Thread daemon = new Thread(() -> {
            beats = 1;      //~ race(beats) write
            Unseen.at(1);
        });
        daemon.setDaemon(true);
        daemon.start();
        Unseen.at(2);
        int seen = beats;      //~ race(beats) read
    }
}
