//@ about: Every thread of a Thread subclass changes only the field of its own thread object.
//@ engines: scan run predict lockset
public class ThreadSubclassOwnField extends Thread {
    private int steps;

    @Override
    public void run() {
        steps++;
    }

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) {
            new ThreadSubclassOwnField().start();
        }
    }
}
