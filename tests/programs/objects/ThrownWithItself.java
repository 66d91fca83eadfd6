//@ about: A constructor calls a method that may throw an exception which holds the new object, and then writes a field.
//@ engines: scan
class Refusal extends RuntimeException {
    final Order order;

    Refusal(Order order) {
        this.order = order;
    }
}

class Order {
    int size;

    Order(int size) {
        check(size);
        this.size = size;
    }

    private void check(int size) {
        if (size < 0) {
            throw new Refusal(this);
        }
    }
}

public class ThrownWithItself {
    static volatile Order last = new Order(0);

    static void order() {
        last = new Order(last.size + 1);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(ThrownWithItself::order);
        Thread other = new Thread(ThrownWithItself::order);
        one.start();
        other.start();
        one.join();
        other.join();
    }
}
