//@ about: A subclass of a library map overrides some methods and inherits the others.

import java.util.HashMap;
import java.util.Map;

public class OwnHashMap {
    public static void main(String[] args) {
        Map<String, Object> own = new Own();
        Object a = new Object();                    //@site a
        Expect.calls("Own.put");
        own.put("k", a);
        Expect.calls();
        Object got = own.get("k");
        Expect.pointsTo(got, "a");
        Map<String, Object> plain = new HashMap<>();
        Expect.neverCalls("Own.put");
        plain.put("k", "value");
        Expect.pointsTo(plain.get("k"), "class:java.lang.String");
    }
}

class Own extends HashMap<String, Object> {
    @Override
    public Object put(String key, Object value) {
        Expect.pointsTo(value, "a");
        return super.put(key, value);
    }
}
