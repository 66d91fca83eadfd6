//@ about: A constructor registers this before it has written its field.
//@ engines: scan run predict

public class ConstructorLeaksThis {
    private static volatile ConstructorLeaksThis registered;

    private int port;

    ConstructorLeaksThis(int port) {
        registered = this;
        this.port = port;    //~ race(port) write
    }

    public static void main(String[] args) {
        new Thread(() -> {
            new ConstructorLeaksThis(80);
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        ConstructorLeaksThis service = registered;
        int seen = service.port;    //~ race(port) read
    }
}
