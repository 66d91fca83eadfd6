//@ about: Each thread has its own object by a static ThreadLocal with an initial value.
//@ engines: scan

public class ThreadLocalOfAll {
    static final class Scratch {
        int uses;
        final java.util.ArrayList<String> words = new java.util.ArrayList<>();
    }

    static final ThreadLocal<Scratch> SCRATCH = ThreadLocal.withInitial(Scratch::new);

    static void work() {
        Scratch scratch = SCRATCH.get();
        scratch.uses++;
        scratch.words.add("a");
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(ThreadLocalOfAll::work);
        Thread second = new Thread(ThreadLocalOfAll::work);
        first.start();
        second.start();
        first.join();
        second.join();
    }
}
