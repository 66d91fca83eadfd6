//@ about: Text is made from an array of characters in four ways while another thread writes to it.
//@ engines: scan run predict

public class TextFromChars {
    public static void main(String[] args) {
        char[] letters = {'a', 'b'};
        new Thread(() -> {
            letters[0] = 'c';    //~ race(letters) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        String whole = new String(letters);    //~ race(letters) read
        String part = String.valueOf(letters, 0, 1);    //~ race(letters) read
        StringBuilder text = new StringBuilder();
        text.append(letters);    //~ race(letters) read
        System.out.println(letters);    //~ FN[run] race(letters) read: what the stream does with the array is not known
    }
}
