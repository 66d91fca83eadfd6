//@ about: Who waits for the end of a thread under the thread's own monitor gives it back; another one gets what it wrote.
//@ engines: run predict

public class JoinGivesMonitorBack {
    private static int data;

    public static void main(String[] args) throws InterruptedException {
        Thread ends = new Thread(() -> Unseen.at(3));
        ends.start();
        Thread reads = new Thread(() -> {
            Unseen.at(1);
            synchronized (ends) {
                Unseen.at(2);
                System.out.println(data);
            }
        });
        reads.start();
        synchronized (ends) {
            data = 1;
            Unseen.at(1);
            ends.join();
        }
        reads.join();
    }
}
