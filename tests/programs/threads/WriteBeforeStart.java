//@ about: Main writes a field before it starts the only other thread that uses it.
//@ engines: scan run predict lockset
public class WriteBeforeStart {
    int value;

    public static void main(String[] args) {
        WriteBeforeStart shared = new WriteBeforeStart();
        shared.value = 1;
        new Thread(() -> shared.value++).start();
    }
}
