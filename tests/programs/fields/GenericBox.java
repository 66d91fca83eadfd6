//@ about: A generic container is set by one thread and read by another through its accessors.
//@ engines: scan run predict
public class GenericBox {
    static class Box<T> {
        private T value;

        void set(T value) {
            this.value = value;      //~ race(value) write
        }

        T get() {
            return value;      //~ race(value) read
        }
    }

    public static void main(String[] args) {
        Box<String> names = new Box<>();
        Box<Integer> own = new Box<>();
        new Thread(() -> {
            names.set("a");
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            own.set(1);
            own.get();
            Unseen.at(2);
            names.get();
        }).start();
    }
}
