//@ about: Main reads a virtual thread's result after it joined the thread.
//@ engines: run predict
//@ jdk: 21
public class VirtualThreadJoined {
    static int result;

    public static void main(String[] args) throws InterruptedException {
        Thread child = Thread.startVirtualThread(() -> result = 1);
        child.join();
        int seen = result;
    }
}
