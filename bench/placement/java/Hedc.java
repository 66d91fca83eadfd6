/**
 * A searcher of archives: tasks in a queue of linked nodes with a lock for each end, workers that take them, a pool whose
 * size is read and written without its lock, and a task's worker that is cleared without the task's lock, as in von Praun and
 * Gross's program of that name. Arguments: tasks, workers.
 */
public final class Hedc {
    /** A queue as Doug Lea's: the first node is empty, whoever takes holds one lock, whoever puts another. */
    private static final class LinkedQueue {
        private static final class Node {
            final Task task;
            Node next;

            Node(Task task) {
                this.task = task;
            }
        }

        private final Object putLock = new Object();
        private Node head = new Node(null);
        private Node last = head;

        void put(Task task) {
            Node node = new Node(task);
            synchronized (putLock) {
                synchronized (last) {
                    last.next = node;
                }
                last = node;
            }
        }

        synchronized Task take() {
            Node first = head;
            synchronized (first) {
                if (first.next == null) {
                    return null;
                }
                head = first.next;
                return head.task;
            }
        }
    }

    /** A search; its page is made by who asks, its result by the worker. */
    private static final class Task {
        private final int[] page;
        /** Who works on it; cleared without the lock. */
        private Thread thread;
        private boolean isCancelled;
        private int words;

        Task(int number) {
            page = new int[400];
            for (int i = 0; i < page.length; i++) {
                page[i] = (number * 31 + i * 17) % 97;
            }
        }

        void run() {
            synchronized (this) {
                if (isCancelled) {
                    return;
                }
                thread = Thread.currentThread();
            }
            int found = 0;
            for (int round = 0; round < 40; round++) {
                for (int i = 1; i < page.length; i++) {
                    found += page[i] < page[i - 1] ? 1 : 0;
                }
            }
            synchronized (this) {
                words = found;
            }
            thread = null;
        }

        synchronized void cancel() {
            Thread worker = thread;
            if (worker == null && words == 0) {
                isCancelled = true;
            }
        }

        synchronized int words() {
            return words;
        }
    }

    /** How many workers there are: only some of its accesses are under the lock. */
    private static int poolSize;

    public static void main(String[] arguments) throws InterruptedException {
        int count = Team.argument(arguments, 0, 20000);
        int workers = Team.argument(arguments, 1, 4);
        LinkedQueue queue = new LinkedQueue();
        Task[] tasks = new Task[count];
        for (int i = 0; i < count; i++) {
            tasks[i] = new Task(i);
            queue.put(tasks[i]);
        }
        Team.run(workers, number -> {
            poolSize++;
            int taken = 0;
            for (Task task = queue.take(); task != null; task = queue.take()) {
                task.run();
                if (++taken % 1000 == 0 && poolSize > workers) {
                    System.out.println("too many workers");
                }
            }
            poolSize--;
        });
        long words = 0;
        for (Task task : tasks) {
            task.cancel();
            words += task.words();
        }
        Team.done("hedc", String.valueOf(words));
    }
}
