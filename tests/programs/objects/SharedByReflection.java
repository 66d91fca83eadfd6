//@ about: Two owners have one part, which reflection gave to the second; each owner is locked for its part.
//@ engines: scan

import java.lang.reflect.Field;

public class SharedByReflection {
    static final class Part {
        int count;
    }

    static final class Owner {
        Part part = new Part();

        synchronized void add() {
            part.count++;    //~ race(count) write
        }
    }

    public static void main(String[] args) throws Exception {
        Owner first = new Owner();
        Owner second = new Owner();
        Field field = Owner.class.getDeclaredField("part");
        field.set(second, first.part);
        Thread other = new Thread(second::add);
        other.start();
        first.add();
        other.join();
    }
}
