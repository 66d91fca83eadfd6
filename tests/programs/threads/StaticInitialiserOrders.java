//@ about: In this schedule, what a thread did before it initialised a class is ordered before another's use of the class.
//@ engines: run predict
public class StaticInitialiserOrders {
    static int data;

    static class Gate {
        static int opened;

        static {
            opened = data + 1;
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            data = 42;
            int own = Gate.opened;
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            int other = Gate.opened;
            int seen = data;
        }).start();
    }
}
