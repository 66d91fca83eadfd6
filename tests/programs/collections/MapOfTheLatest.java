//@ about: A map that forgets what was not used for long has one method of its own; what the JDK's others do races.
//@ engines: scan run predict

import java.util.LinkedHashMap;
import java.util.Map;

public class MapOfTheLatest {
    static class Latest extends LinkedHashMap<String, String> {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
            return size() > 2;
        }
    }

    public static void main(String[] args) {
        Latest latest = new Latest();
        new Thread(() -> {
            latest.put("Ada", "Lovelace");    //~ race(latest) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        String found = latest.get("Grace");    //~ race(latest) read
    }
}
