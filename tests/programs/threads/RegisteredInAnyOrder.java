//@ about: The initialisers of two classes fill one map; one way to the second class does not lead past the first.
//@ engines: scan
import java.util.HashMap;
import java.util.Map;

class Item {
    static final Map<String, Item> all = new HashMap<>();

    Item(String name) {
        all.put(name, this); //~ race(all) write
    }
}

class Left extends Item {
    static final Left ONE = new Left("left");

    Left(String name) {
        super(name);
    }
}

class Right extends Item {
    static final Right TWO = new Right("right");

    Right(String name) {
        super(name);
    }
}

public class RegisteredInAnyOrder {
    static void use(int number) {
        if (number > 0) {
            System.out.println(Left.ONE != null);
        }
        System.out.println(Right.TWO != null);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> use(1));
        Thread other = new Thread(() -> use(0));
        one.start();
        other.start();
        one.join();
        other.join();
    }
}
