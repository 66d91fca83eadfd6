//@ about: A key that all threads use keeps what it is compared with: a key of a map that a thread has for itself.
//@ engines: scan
import java.util.HashMap;
import java.util.Map;

public class EqualsKeepsOther {
    static class Key {
        int count;
        volatile Key compared;

        @Override
        public boolean equals(Object other) {
            compared = (Key) other;
            return false;
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }

    static final Key KEY = new Key();

    static void use() {
        Map<Key, String> own = new HashMap<>();
        Key key = new Key();
        own.put(key, "key");
        own.put(KEY, "all");
        key.count++;    //~ race(count) write
        Key other = KEY.compared;
        if (other != null) {
            int seen = other.count;    //~ race(count) read
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(EqualsKeepsOther::use);
        Thread other = new Thread(EqualsKeepsOther::use);
        one.start();
        other.start();
        one.join();
        other.join();
    }
}
