//@ about: A method reference to a StringBuilder's method is kept in a field, and run by two threads.
//@ engines: scan

public class ReferenceThroughField {
    private static Runnable turn;

    public static void main(String[] args) throws InterruptedException {
        StringBuilder text = new StringBuilder("ab");
        turn = text::reverse;    //~ race(text) write
        Thread one = new Thread(() -> turn.run());
        Thread other = new Thread(() -> turn.run());
        one.start();
        other.start();
        one.join();
        other.join();
    }
}
