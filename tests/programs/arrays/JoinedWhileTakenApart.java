//@ about: Threads write all of an array and single elements of it, all at the same time; each has an array of its own, too, with which nothing is wrong.
//@ engines: run
public class JoinedWhileTakenApart {
    static int next;

    static void all(int[] a, int value) {
        for (int i = 0; i < a.length; i++) {
            a[i] = value;
        }
    }

    static void race(int[] a, int round, Object own) {
        a[round * 7 % a.length]++;         //~ race(a) write
        synchronized (own) {
            // Nobody else takes it.
        }
        for (int i = 0; i < a.length; i++) {
            a[i] = round;                  //~ race(a) write
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int[] shared = new int[192];
        Thread[] threads = new Thread[4];
        for (int w = 0; w < threads.length; w++) {
            threads[w] = new Thread(() -> {
                int[] own = new int[192];
                for (int round = 0; round < 300; round++) {
                    own[round * 11 % own.length]++;
                    own[round * 29 % own.length]++;
                    synchronized (JoinedWhileTakenApart.class) {
                        next++;
                    }
                    all(own, round);
                    synchronized (JoinedWhileTakenApart.class) {
                        next++;
                    }
                    race(shared, round, own);
                }
            });
            threads[w].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        all(shared, next);
    }
}
