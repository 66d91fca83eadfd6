//@ about: Main writes a field before it starts a thread and reads it after the join; the thread changes it in between.
//@ engines: scan run predict lockset
public class StartJoin {
    static int value;

    public static void main(String[] args) throws InterruptedException {
        value = 1;
        Thread child = new Thread(() -> value++);
        child.start();
        child.join();
        int seen = value;
    }
}
