//@ about: Bytes of an array are written four at a time by a plain VarHandle.set and read one by one.
//@ engines: scan run predict

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

public class VarHandleBytesAsInt {
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    public static void main(String[] args) {
        byte[] bytes = new byte[8];
        new Thread(() -> {
            INTS.set(bytes, 0, 7);    //~ FN[run,predict] race(bytes) write: byte views of arrays are not followed
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        byte seen = bytes[0];    //~ FN[run,predict] race(bytes) read: byte views of arrays are not followed
    }
}
