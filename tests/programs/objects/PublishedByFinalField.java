//@ about: A thread gets a filled object through a final field of an object that was made before it started.
//@ engines: scan run predict

public class PublishedByFinalField {
    static final class Config {
        int limit;
    }

    private final Config config;

    PublishedByFinalField(int limit) {
        config = new Config();
        config.limit = limit;
    }

    int limit() {
        return config.limit;
    }

    public static void main(String[] args) {
        PublishedByFinalField service = new PublishedByFinalField(10);
        new Thread(service::limit).start();
        service.limit();
    }
}
