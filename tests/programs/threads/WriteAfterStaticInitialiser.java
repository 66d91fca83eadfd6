//@ about: Class initialisation orders what the initialiser did, not what the initialising thread does next.
//@ engines: scan run predict
public class WriteAfterStaticInitialiser {
    static class Config {
        static int level;

        static {
            level = 1;
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            Config.level = 5;      //~ race(level) write
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            int seen = Config.level;      //~ race(level) read
        }).start();
    }
}
