//@ about: A thread inherits the object of the thread that starts it.
//@ engines: scan

public class ThreadLocalInherited {
    static final class Box {
        int uses;
    }

    static final InheritableThreadLocal<Box> BOX = new InheritableThreadLocal<>();

    public static void main(String[] args) throws InterruptedException {
        BOX.set(new Box());
        Thread other = new Thread(() -> BOX.get().uses++);    //~ race(uses) write
        other.start();
        BOX.get().uses++;                                     //~ race(uses) write
        other.join();
    }
}
