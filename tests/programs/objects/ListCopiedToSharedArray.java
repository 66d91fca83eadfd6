//@ about: An object that a task's own list holds is copied to an array that others see, and then changed.
//@ engines: scan
import java.util.ArrayList;
import java.util.List;

public class ListCopiedToSharedArray {
    static class Box {
        int count;
    }

    static final Box[] SHARED = {new Box()};

    static void copy() {
        List<Box> own = new ArrayList<>();
        Box box = new Box();
        own.add(box);
        synchronized (SHARED) {
            own.toArray(SHARED);
        }
        box.count++;    //~ race(count) write
        synchronized (SHARED) {
            box = SHARED[0];
        }
        int seen = box.count;    //~ race(count) read
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(ListCopiedToSharedArray::copy);
        Thread other = new Thread(ListCopiedToSharedArray::copy);
        one.start();
        other.start();
        one.join();
        other.join();
    }
}
