//@ about: A constructor registers this through a volatile field after it has written its field.
//@ engines: scan run predict

public class ConstructorRegistersLast {
    private static volatile ConstructorRegistersLast registered;

    private int port;

    ConstructorRegistersLast(int port) {
        this.port = port;
        registered = this;
    }

    public static void main(String[] args) {
        new Thread(() -> new ConstructorRegistersLast(80)).start();
        ConstructorRegistersLast service = registered;
        if (service != null) {
            int seen = service.port;
        }
    }
}
