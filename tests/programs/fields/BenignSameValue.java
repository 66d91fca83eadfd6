//@ about: Two threads write the same value to a plain field, which is a race all the same.
//@ engines: scan run predict
public class BenignSameValue {
    boolean touched;

    void touch() {
        touched = true;      //~ race(touched) write
    }

    public static void main(String[] args) {
        BenignSameValue shared = new BenignSameValue();
        new Thread(() -> {
            shared.touch();
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            shared.touch();
        }).start();
    }
}
