//@ about: A field is written under one lock, read under two and written by another thread under a third.
//@ engines: scan run predict lockset
//@ paper: Choi figure 2, with three different locks
public class ChoiFigure2DifferentLocks {
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
            a.f = 50;      //~ race(f) write
            synchronized (p) {
                b.g = b.f;      //~ FN[lockset] race(f) read: the write above is weaker than this read
            }
        }
    }

    static void bar(Data d, Object q) {
        synchronized (q) {
            d.f = 10;      //~ race(f) write
        }
    }

    public static void main(String[] args) {
        Data x = new Data();
        Object p = new Object();
        Object q = new Object();
        x.f = 100;
        Thread first = new First(x, p);
        Thread second = new Thread(() -> {
            Unseen.at(2);
            bar(x, q);
        });
        first.start();
        second.start();
    }
}
