//@ about: Initialisers of subclasses fill a map of their superclass by its constructor; all threads use the classes in one order.
//@ engines: scan
import java.util.HashMap;
import java.util.Map;

class Named {
    static final Map<String, Named> ALL = new HashMap<>();

    Named(String name) {
        ALL.put(name, this);
    }
}

class First extends Named {
    static final First ONE = new First();

    First() {
        super("first");
    }
}

class Second extends Named {
    static final Second ONE = new Second();

    Second() {
        super("second");
    }
}

class Early extends Named {
    static final Early ONE = new Early();

    Early() {
        super("early");
    }

    static void touch() {
    }
}

public class InitialisersShareMap {
    static void use() {
        System.out.println(First.ONE);
        System.out.println(Second.ONE);
    }

    public static void main(String[] args) throws InterruptedException {
        Early.touch();
        Thread one = new Thread(InitialisersShareMap::use);
        Thread other = new Thread(InitialisersShareMap::use);
        one.start();
        other.start();
        one.join();
        other.join();
    }
}
