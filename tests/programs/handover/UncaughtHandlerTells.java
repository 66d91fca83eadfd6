//@ about: A handler for uncaught exceptions writes what main reads after it joined the thread that failed.
//@ engines: run predict

public class UncaughtHandlerTells {
    private static String why;
    private static int failures;

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < 2; i++) {
            String name = "worker " + i;
            Thread worker = new Thread(() -> {
                throw new IllegalStateException(name);
            });
            worker.setUncaughtExceptionHandler((thread, problem) -> {
                why = problem.getMessage();
                failures++;
            });
            worker.start();
            worker.join();
            int length = why.length() + failures;
        }
    }
}
