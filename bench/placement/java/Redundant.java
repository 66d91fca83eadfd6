/**
 * TREE's figure 5.1: threads take the same locks and increment a number, again and again; figure 5.3 with a fourth argument:
 * each thread has locks of its own, and the number is incremented before each start, too. Arguments: threads, thousands of
 * turns, locks, and any word for figure 5.3.
 */
public final class Redundant {
    private static int x;

    public static void main(String[] arguments) throws InterruptedException {
        int threads = Team.argument(arguments, 0, 4);
        int turns = 1000 * Team.argument(arguments, 1, 400);
        int locks = Team.argument(arguments, 2, 4);
        boolean isOwn = arguments.length > 3;
        Object[] common = locks(locks);
        Thread[] all = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            Object[] mine = isOwn ? locks(locks) : common;
            if (isOwn) {
                x++;
            }
            all[i] = new Thread(() -> work(mine, turns));
            all[i].start();
        }
        for (Thread thread : all) {
            thread.join();
        }
        Team.check(isOwn || x == threads * turns, "all turns are counted");
        Team.done("redundant", isOwn ? "" : String.valueOf(x));
    }

    private static Object[] locks(int count) {
        Object[] locks = new Object[count];
        for (int i = 0; i < count; i++) {
            locks[i] = new Object();
        }
        return locks;
    }

    private static void work(Object[] locks, int turns) {
        for (int turn = 0; turn < turns; turn++) {
            inside(locks, 0);
        }
    }

    /** Takes all locks from one on. */
    private static void inside(Object[] locks, int from) {
        if (from == locks.length) {
            x = x + 1;
            return;
        }
        synchronized (locks[from]) {
            inside(locks, from + 1);
        }
    }
}
