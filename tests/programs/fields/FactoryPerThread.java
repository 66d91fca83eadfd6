//@ about: A factory with one allocation site gives each thread a counter of its own.
//@ engines: scan run predict lockset
public class FactoryPerThread {
    static class Counter {
        private int n;

        static Counter create() {
            return new Counter();
        }

        void add() {
            n++;
        }
    }

    static class Worker extends Thread {
        private final Counter counter = Counter.create();

        @Override
        public void run() {
            counter.add();
        }
    }

    public static void main(String[] args) {
        new Worker().start();
        new Worker().start();
    }
}
