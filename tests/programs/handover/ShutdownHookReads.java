//@ about: A shutdown hook reads what main wrote before it ended the program.
//@ engines: run predict

public class ShutdownHookReads {
    private static int status;

    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            int seen = status;
        }));
        status = 1;
        System.exit(0);
    }
}
