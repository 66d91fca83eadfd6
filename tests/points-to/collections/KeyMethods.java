//@ about: A hash map calls hashCode and equals of its keys, and of the key it is asked for.

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

public class KeyMethods {
    public static void main(String[] args) {
        Map<Object, Object> map = new HashMap<>();
        Key key = new Key();                    //@site key
        Key other = new Key();                  //@site other
        Expect.mayCall("Key.hashCode");
        map.put(key, key);
        Expect.mayCall("Key.hashCode", "Key.equals");
        map.get(other);
        Set<Object> set = new HashSet<>();
        Expect.mayCall("Key.hashCode");
        set.add(key);
        Expect.mayCall("Key.hashCode", "Key.equals");
        set.contains(other);
        List<Object> list = new ArrayList<>();
        list.add(key);
        Expect.mayCall("Key.equals");
        list.contains(other);
        Expect.pointsTo(key, "key");
        Expect.pointsTo(other, "other");
    }
}

class Key {
    @Override
    public int hashCode() {
        return 1;
    }

    @Override
    public boolean equals(Object that) {
        Expect.mayPointTo(that, "key");
        return this == that;
    }
}
