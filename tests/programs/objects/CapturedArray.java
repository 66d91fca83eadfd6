//@ about: A lambda works around the rule on captured locals with an array of one element.
//@ engines: scan run predict

public class CapturedArray {
    public static void main(String[] args) {
        int[] count = {0};
        new Thread(() -> {
            count[0]++;    //~ race(count) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        count[0]++;    //~ race(count) write
    }
}
