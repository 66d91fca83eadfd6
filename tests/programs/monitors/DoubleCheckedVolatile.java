//@ about: Double-checked locking with a volatile field publishes the object together with its plain content.
//@ engines: scan run predict
public class DoubleCheckedVolatile {
    static class Settings {
        int level;

        Settings(int level) {
            this.level = level;
        }
    }

    private static final Object LOCK = new Object();
    private static volatile Settings instance;

    static Settings get() {
        Settings found = instance;
        if (found == null) {
            synchronized (LOCK) {
                found = instance;
                if (found == null) {
                    found = new Settings(3);
                    instance = found;
                }
            }
        }
        return found;
    }

    public static void main(String[] args) {
        Runnable work = () -> {
            int level = get().level;
        };
        new Thread(work).start();
        new Thread(work).start();
    }
}
