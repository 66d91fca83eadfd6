//@ about: Nothing waits for a loop that may not end, and what it reads is checked before it.
class Spin {
    boolean isDone;
    int seen;
    static boolean isStopped;

    void await() {
        seen = 1;
        //~ check(write this.seen, read this.isDone)
        while (!isDone) {
        }
    }

    static void awaitStatic() {
        //~ check(read Spin.isStopped)
        while (!isStopped) {
            Math.abs(1);
        }
    }
}
