//@ about: An interface's default method changes its implementor's field through abstract accessors.
//@ engines: scan run predict
public class DefaultMethodState {
    interface Counting {
        int get();

        void set(int value);

        default void bump() {
            set(get() + 1);
        }
    }

    static class Hits implements Counting {
        private int hits;

        @Override
        public int get() {
            return hits;      //~ race(hits) read
        }

        @Override
        public void set(int value) {
            hits = value;      //~ race(hits) write
        }
    }

    public static void main(String[] args) {
        Counting shared = new Hits();
        new Thread(() -> {
            shared.bump();
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            shared.bump();
        }).start();
    }
}
