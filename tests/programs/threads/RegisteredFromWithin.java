//@ about: An initialiser leads to code that uses its class again: that passes at once, before the initialiser has used another class.
//@ engines: scan
import java.util.HashMap;
import java.util.Map;

class Known {
    static final Map<String, Known> all = new HashMap<>();

    Known(String name) {
        all.put(name, this); //~ race(all) write
    }
}

class Early extends Known {
    static final Early ONE = new Early("early");

    Early(String name) {
        super(name);
    }
}

class Late extends Known {
    static final Late TWO = new Late("late");

    Late(String name) {
        super(name);
    }
}

class Whole {
    static final int parts = RegisteredFromWithin.look();
    static final Late late = Late.TWO;
    static int size;
}

public class RegisteredFromWithin {
    static int look() {
        int size = Whole.size;
        return size + Early.ONE.hashCode();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> System.out.println(Whole.parts != 0));
        Thread other = new Thread(() -> System.out.println(Late.TWO != null));
        one.start();
        other.start();
        one.join();
        other.join();
    }
}
