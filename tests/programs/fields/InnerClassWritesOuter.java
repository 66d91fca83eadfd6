//@ about: Two inner-class objects, one per thread, add to a field of the one outer object.
//@ engines: scan run predict
public class InnerClassWritesOuter {
    int total;

    class Part implements Runnable {
        private int own;

        @Override
        public void run() {
            own++;
            total += own;      //~ race(total) write
        }
    }

    public static void main(String[] args) {
        InnerClassWritesOuter outer = new InnerClassWritesOuter();
        Part first = outer.new Part();
        Part second = outer.new Part();
        new Thread(() -> {
            first.run();
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            second.run();
        }).start();
    }
}
