//@ about: Two threads write neighbouring bytes of one array; Java never tears them.
//@ engines: scan run predict
public class NeighbouringBytes {
    static void put(byte[] bytes, int index) {
        bytes[index] = 1;      //~ FP[scan] race(bytes) write: scan does not tell the elements of an array apart
    }

    public static void main(String[] args) {
        byte[] bytes = new byte[2];
        new Thread(() -> put(bytes, 0)).start();
        new Thread(() -> put(bytes, 1)).start();
    }
}
