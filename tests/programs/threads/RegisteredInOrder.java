//@ about: The initialisers of two classes fill one map; whoever uses the second class has used the first.
//@ engines: scan
import java.util.HashMap;
import java.util.Map;

class Entry {
    static final Map<String, Entry> all = new HashMap<>();

    Entry(String name) {
        if (all.containsKey(name)) {
            throw new IllegalArgumentException(name);
        }
        all.put(name, this);
    }
}

class First extends Entry {
    static final First ONE = new First("first");

    First(String name) {
        super(name);
    }
}

class Second extends Entry {
    static final Second TWO = new Second("second");

    Second(String name) {
        super(name);
    }
}

public class RegisteredInOrder {
    static void use() {
        if (First.ONE != null) {
            later();
        }
    }

    static void later() {
        System.out.println(Second.TWO != null);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(RegisteredInOrder::use);
        Thread other = new Thread(RegisteredInOrder::use);
        one.start();
        other.start();
        one.join();
        other.join();
    }
}
