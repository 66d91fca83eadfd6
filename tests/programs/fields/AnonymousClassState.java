//@ about: One anonymous Runnable with a field of its own is run by two threads.
//@ engines: scan run predict
public class AnonymousClassState {
    public static void main(String[] args) {
        Runnable shared = new Runnable() {
            private int runs;

            @Override
            public void run() {
                runs++;      //~ race(runs) write
            }
        };
        new Thread(() -> {
            shared.run();
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            shared.run();
        }).start();
    }
}
