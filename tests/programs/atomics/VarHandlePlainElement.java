//@ about: An element of an array is written by a plain VarHandle.set and read by the array itself.
//@ engines: scan run predict

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class VarHandlePlainElement {
    private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);

    public static void main(String[] args) {
        int[] shared = new int[2];
        new Thread(() -> {
            ELEMENT.set(shared, 0, 1);    //~ race(shared) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        int seen = shared[0];    //~ race(shared) read
    }
}
