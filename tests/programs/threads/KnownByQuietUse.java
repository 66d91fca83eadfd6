//@ about: A static field that races with nothing still tells who reads it what the initialiser of its class did, though that races with others.
//@ engines: scan run

public class KnownByQuietUse {
    static class Data {
        int x;
    }

    static class Holder {
        static Data data = new Data();

        static {
            leaked = data;    //~ race(leaked) write
            data.x = 1;    //~[scan] race(x) write
        }
    }

    static Data leaked;

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> {
            System.out.println(Holder.data != null);
            Unseen.at(1);
        });
        Thread second = new Thread(() -> {
            Unseen.at(2);
            System.out.println(Holder.data.x);    //~[scan] race(x) read
            Unseen.at(3);
        });
        Thread third = new Thread(() -> {
            Unseen.at(4);
            Data found = leaked;    //~ race(leaked) read
            if (found != null && args.length > 0) {
                found.x = 2;    //~[scan] race(x) write
            }
        });
        first.start();
        second.start();
        third.start();
        first.join();
        second.join();
        third.join();
    }
}
