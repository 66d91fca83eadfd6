//@ about: A thread writes a field and then starts the thread that reads it.
//@ engines: run predict
public class StartChain {
    static int value;

    public static void main(String[] args) {
        new Thread(() -> {
            value = 1;
            new Thread(() -> {
                int seen = value;
            }).start();
        }).start();
    }
}
