//@ about: Each worker locks itself to write data that all workers share.
//@ engines: scan run predict lockset
public class OwnLockSharedData {
    static class Data {
        int value;
    }

    static class Worker {
        private final Data data;

        Worker(Data data) {
            this.data = data;
        }

        synchronized void work(int value) {
            data.value = value;      //~ race(value) write
        }
    }

    public static void main(String[] args) {
        Data data = new Data();
        data.value = 0;
        Worker first = new Worker(data);
        Worker second = new Worker(data);
        new Thread(() -> {
            first.work(1);
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            second.work(2);
        }).start();
    }
}
