//@ about: A field is written through a superclass's method and read through a subclass's.
//@ engines: scan run predict
public class InheritedField {
    static class Base {
        protected int state;

        void set(int value) {
            state = value;      //~ race(state) write
        }
    }

    static class Derived extends Base {
        int get() {
            return state;      //~ race(state) read
        }
    }

    public static void main(String[] args) {
        Derived shared = new Derived();
        new Thread(() -> {
            shared.set(1);
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            shared.get();
        }).start();
    }
}
