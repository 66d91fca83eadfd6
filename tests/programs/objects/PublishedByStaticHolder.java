//@ about: Two threads get an object from a holder class, whose initialisation publishes it.
//@ engines: scan run predict

public class PublishedByStaticHolder {
    static final class Config {
        int limit;

        Config(int limit) {
            this.limit = limit;
        }
    }

    static final class Holder {
        static final Config CONFIG = new Config(10);
    }

    public static void main(String[] args) {
        new Thread(() -> {
            int seen = Holder.CONFIG.limit;
        }).start();
        int seen = Holder.CONFIG.limit;
    }
}
