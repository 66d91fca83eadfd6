//@ about: A static initialiser puts an object into the list of another class, and goes on to change it.
//@ engines: scan

import java.util.concurrent.CopyOnWriteArrayList;

public class StaticInitialiserRegisters {
    static final class Box {
        int size;
    }

    static final CopyOnWriteArrayList<Box> ALL = new CopyOnWriteArrayList<>();

    static final class Late {
        static final Box BOX = make();

        static Box make() {
            Box box = new Box();
            ALL.add(box);
            box.size = 1;                               //~ race(size) write
            return box;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread user = new Thread(() -> System.identityHashCode(Late.BOX));
        Thread reader = new Thread(() -> {
            for (Box box : ALL) {
                System.out.print(box.size > 1);         //~ race(size) read
            }
        });
        user.start();
        reader.start();
        user.join();
        reader.join();
    }
}
