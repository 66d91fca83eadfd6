//@ about: Two threads that start a virtual thread each are not ordered by what schedules those.
//@ engines: run
//@ jdk: 21
public class VirtualThreadStarts {
    static int value;

    public static void main(String[] args) throws InterruptedException {
        Thread one = Thread.ofVirtual().unstarted(() -> { });
        Thread two = Thread.ofVirtual().unstarted(() -> { });
        Thread thread = new Thread(() -> {
            Unseen.at(2);
            two.start();
            value++; //~ race(value) write
        });
        thread.start();
        value = 1; //~ race(value) write
        one.start();
        Unseen.at(1);
        thread.join();
        one.join();
        two.join();
    }
}
