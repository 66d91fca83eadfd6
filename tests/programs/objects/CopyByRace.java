//@ about: A copy is published by a race: whoever finds it may not see what was copied.
//@ engines: scan run predict

public class CopyByRace {
    static class Settings implements Cloneable {
        int size;

        Settings copy() throws CloneNotSupportedException {
            return (Settings) super.clone();    //~ FN[scan,run,predict] race(size) write: to copy is to write to nothing
        }
    }

    static Settings current;

    public static void main(String[] args) throws Exception {
        Settings settings = new Settings();
        new Thread(() -> {
            Unseen.at(2);
            Settings found = current;    //~ race(current) read
            int size = found.size;    //~ FN[scan,run,predict] race(size) read: to copy is to write to nothing
            Unseen.at(3);
        }).start();
        current = settings.copy();    //~ race(current) write
        Unseen.at(1);
        Unseen.at(4);
    }
}
