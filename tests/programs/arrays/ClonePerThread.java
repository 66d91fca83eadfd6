//@ about: Each thread clones a shared array, which nobody writes, and changes its clone.
//@ engines: scan run predict
public class ClonePerThread {
    static void work(int[] shared) {
        int[] own = shared.clone();
        own[0]++;
    }

    public static void main(String[] args) {
        int[] shared = {1, 2, 3};
        new Thread(() -> work(shared)).start();
        new Thread(() -> work(shared)).start();
    }
}
