//@ about: Two threads append to one StringBuffer, whose methods are synchronised.
//@ engines: scan run predict

public class SharedStringBuffer {
    public static void main(String[] args) {
        StringBuffer log = new StringBuffer();
        new Thread(() -> log.append("worker")).start();
        log.append("main");
    }
}
