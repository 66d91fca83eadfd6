import java.util.concurrent.CountDownLatch;

/**
 * Two threads write a field, with nothing that orders them: the main thread waits for the other one's writes only behind its own.
 * Then it ends in the way that is asked for.
 */
public class Racy {
    static int count;
    static int inOther;

    static class Inner {
        static int own;
    }

    public static void main(String[] args) throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        Thread other = new Thread(() -> {
            begun.countDown();
            try {
                for (int round = 0; round < 1000; round++) {
                    count++;
                    Inner.own++;
                    inOther++;
                }
            } finally {
                done.countDown();
            }
        });
        other.start();
        begun.await();
        for (int round = 0; round < 1000; round++) {
            count++;
            Inner.own++;
        }
        done.await();
        switch (args[0]) {
            case "end" -> other.join();
            case "exit" -> System.exit(Integer.parseInt(args[1]));
            case "halt" -> Runtime.getRuntime().halt(Integer.parseInt(args[1]));
            case "throw" -> throw new IllegalStateException("as asked for");
            case "child" -> child();
            default -> {
                System.out.println("waits");
                synchronized (Racy.class) {
                    Racy.class.wait();
                }
            }
        }
        System.out.println("ended");
    }

    private static void child() throws Exception {
        String java = System.getProperty("java.home") + "/bin/java";
        String path = System.getProperty("java.class.path");
        Process child = new ProcessBuilder(java, "-cp", path, "Racy", "end").inheritIO().start();
        System.exit(child.waitFor());
    }
}
