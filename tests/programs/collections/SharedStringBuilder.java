//@ about: Two threads append to one StringBuilder.
//@ engines: scan run predict

public class SharedStringBuilder {
    public static void main(String[] args) {
        StringBuilder log = new StringBuilder();
        new Thread(() -> {
            log.append("worker");    //~ race(log) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        log.append("main");    //~ race(log) write
    }
}
