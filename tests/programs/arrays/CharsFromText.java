//@ about: Text is copied into an array of characters that another thread reads.
//@ engines: scan run predict

public class CharsFromText {
    public static void main(String[] args) {
        char[] letters = new char[8];
        new Thread(() -> {
            "letters".getChars(0, 4, letters, 0);    //~ race(letters) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        char seen = letters[1];    //~ race(letters) read
    }
}
