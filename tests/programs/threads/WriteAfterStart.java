//@ about: Main writes a field just after it started the thread that reads it.
//@ engines: scan run predict
public class WriteAfterStart {
    int value;

    public static void main(String[] args) {
        WriteAfterStart shared = new WriteAfterStart();
        new Thread(() -> {
            Unseen.at(2);
            int seen = shared.value;      //~ race(value) read
        }).start();
        shared.value = 1;      //~ race(value) write
        Unseen.at(1);
    }
}
