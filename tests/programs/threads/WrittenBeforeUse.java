//@ about: What a thread has written before it uses a class for the first time is not ordered by what the class's initialiser did.
//@ engines: run

public class WrittenBeforeUse {
    static class Table {
        static int size = Integer.parseInt("4");
        static int used;
    }

    int early;
    int late;

    void write() {
        early = 1;    //~ race(early) write
        int size = Table.size;
        late = size;
        Table.used = Table.used + 1;
        late = size + 1;
    }

    void read() {
        System.out.println(early);    //~ race(early) read
        late = 2;
        System.out.println(Table.size);
    }

    public static void main(String[] args) throws InterruptedException {
        WrittenBeforeUse both = new WrittenBeforeUse();
        Thread first = new Thread(() -> {
            both.read();
            Unseen.at(1);
        });
        Thread second = new Thread(() -> {
            Unseen.at(2);
            both.write();
        });
        first.start();
        second.start();
        first.join();
        second.join();
    }
}
