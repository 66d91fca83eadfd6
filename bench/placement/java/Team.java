/** Threads that do one thing together; whoever started them waits for all of them. */
final class Team {
    private Team() {}

    /** What each of the threads does. */
    interface Part {
        void run(int number) throws Exception;
    }

    static void run(int threads, Part part) throws InterruptedException {
        Thread[] team = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            int number = i;
            team[i] = new Thread(() -> {
                try {
                    part.run(number);
                } catch (Throwable problem) {
                    problem.printStackTrace();
                    // The others may wait for this one.
                    Runtime.getRuntime().halt(3);
                }
            }, "team-" + i);
        }
        for (Thread thread : team) {
            thread.start();
        }
        for (Thread thread : team) {
            thread.join();
        }
    }

    /** Where the part of a thread begins if all have the same share; the next one's is its end. */
    static int begin(int number, int threads, int size) {
        return (int) ((long) size * number / threads);
    }

    static int argument(String[] arguments, int index, int otherwise) {
        return arguments.length > index ? Integer.parseInt(arguments[index]) : otherwise;
    }

    static void check(boolean holds, String what) {
        if (!holds) {
            throw new IllegalStateException(what);
        }
    }

    /** The end of a program whose result is right. */
    static void done(String name, String checksum) {
        System.out.println("OK " + name + " " + checksum);
    }
}
