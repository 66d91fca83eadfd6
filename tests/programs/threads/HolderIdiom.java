//@ about: Whichever thread comes first initialises the holder class, and class initialisation publishes the object.
//@ engines: scan run predict
public class HolderIdiom {
    static class Settings {
        int level;

        Settings() {
            level = 3;
        }
    }

    static class Holder {
        static final Settings INSTANCE = new Settings();
    }

    static int level() {
        return Holder.INSTANCE.level;
    }

    public static void main(String[] args) {
        new Thread(HolderIdiom::level).start();
        new Thread(HolderIdiom::level).start();
    }
}
