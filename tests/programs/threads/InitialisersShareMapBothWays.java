//@ about: Initialisers of subclasses fill a map of their superclass by its constructor; one thread uses the classes in one order, another in the other.
//@ engines: scan
import java.util.HashMap;
import java.util.Map;

class Named {
    static final Map<String, Named> ALL = new HashMap<>();

    Named(String name) {
        ALL.put(name, this);    //~ race(all) write
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

public class InitialisersShareMapBothWays {
    static void use() {
        System.out.println(First.ONE);
        System.out.println(Second.ONE);
    }

    static void useBackwards() {
        System.out.println(Second.ONE);
        System.out.println(First.ONE);
    }

    public static void main(String[] args) throws InterruptedException {
        Early.touch();
        Thread one = new Thread(InitialisersShareMapBothWays::use);
        Thread other = new Thread(InitialisersShareMapBothWays::useBackwards);
        one.start();
        other.start();
        one.join();
        other.join();
    }
}
