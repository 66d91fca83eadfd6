//@ about: A subclass's field hides its superclass's field of the same name; each thread uses one of the two.
//@ engines: scan run predict
public class HiddenField {
    static class Base {
        int state;

        void bumpBase() {
            state++;
        }
    }

    static class Derived extends Base {
        int state;

        void bumpDerived() {
            state++;
        }
    }

    public static void main(String[] args) {
        Derived shared = new Derived();
        new Thread(shared::bumpBase).start();
        new Thread(shared::bumpDerived).start();
    }
}
