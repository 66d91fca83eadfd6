//@ about: The lock that both threads take guards the read but not the write before it; taken in turn, it hides the race.
//@ engines: scan run predict lockset
//@ paper: Choi figure 2, where p and q are the same lock
public class ChoiFigure2SameLock {
    static class Data {
        int f;
        int g;
    }

    static class First extends Thread {
        private final Data data;
        private final Object p;

        First(Data data, Object p) {
            this.data = data;
            this.p = p;
        }

        @Override
        public void run() {
            foo(data, data);
            Unseen.at(1);
        }

        synchronized void foo(Data a, Data b) {
            a.f = 50;      //~[scan,predict,lockset] race(f) write
            synchronized (p) {
                b.g = b.f;
            }
        }
    }

    static void bar(Data d, Object q) {
        synchronized (q) {
            d.f = 10;      //~[scan,predict,lockset] race(f) write
        }
    }

    public static void main(String[] args) {
        Data x = new Data();
        Object lock = new Object();
        x.f = 100;
        Thread first = new First(x, lock);
        Thread second = new Thread(() -> {
            Unseen.at(2);
            bar(x, lock);
        });
        first.start();
        second.start();
    }
}
