//@ about: A builder is appended to and read as what every text is.
//@ engines: scan run predict

public class TextByInterface {
    public static void main(String[] args) {
        StringBuilder text = new StringBuilder("a");
        CharSequence seen = text;
        new Thread(() -> {
            text.append('b');    //~ race(text) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        int length = seen.length();    //~ race(text) read
    }
}
