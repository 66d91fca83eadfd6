//@ about: A StringBuilder is appended to another one, and searched for, while another thread appends to it.
//@ engines: scan run predict

public class TextAppendedToText {
    public static void main(String[] args) {
        StringBuilder shared = new StringBuilder();
        new Thread(() -> {
            shared.append("Ada");    //~ race(shared) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        new StringBuilder().append(shared);    //~ race(shared) read
        "Ada".contentEquals(shared);    //~ FN[run] race(shared) read: of one thread's accesses between two synchronisations only the first is kept
    }
}
