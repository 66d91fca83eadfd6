//@ about: A subclass of Thread keeps its progress in a field that main reads while the thread runs.
//@ engines: scan run predict
public class ThreadSubclass extends Thread {
    private int progress;

    @Override
    public void run() {
        progress = 50;      //~ race(progress) write
        Unseen.at(1);
    }

    public static void main(String[] args) {
        ThreadSubclass worker = new ThreadSubclass();
        worker.start();
        Unseen.at(2);
        int seen = worker.progress;      //~ race(progress) read
    }
}
