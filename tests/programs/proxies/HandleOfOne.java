//@ about: A class hands out a variable handle of one of two fields that its methods access together.
//@ engines: run

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

class HandledPoint {
    private int x;
    private int y;

    static VarHandle handle() throws ReflectiveOperationException {
        return MethodHandles.lookup().findVarHandle(HandledPoint.class, "y", int.class);
    }

    void move(int by) {
        x = by;
        y = by;    //~ race(y) write
    }
}

public class HandleOfOne {
    public static void main(String[] args) throws Exception {
        VarHandle handle = HandledPoint.handle();
        HandledPoint point = new HandledPoint();
        Thread other = new Thread(() -> {
            handle.set(point, 2);    //~ race(y) write
            Unseen.at(1);
        });
        other.start();
        Unseen.at(2);
        point.move(3);
        other.join();
    }
}
