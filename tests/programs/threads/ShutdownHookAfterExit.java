//@ about: System.exit starts the shutdown hook, which therefore sees what the exiting thread did before.
//@ engines: run predict
public class ShutdownHookAfterExit {
    static int status;

    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            int seen = status;
        }));
        status = 1;
        System.exit(0);
    }
}
