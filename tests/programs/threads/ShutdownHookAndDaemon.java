//@ about: A shutdown hook reads what a daemon thread, which nothing orders with the exit, wrote.
//@ engines: scan run predict
public class ShutdownHookAndDaemon {
    static int status;

    public static void main(String[] args) {
        Thread daemon = new Thread(() -> {
            status = 1;      //~ race(status) write
            Unseen.at(1);
        });
        daemon.setDaemon(true);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            int seen = status;      //~ race(status) read
        }));
        daemon.start();
        Unseen.at(2);
        System.exit(0);
    }
}
