//@ about: Two coordinates that are always accessed together, under one lock.
//@ engines: scan run predict

class LockedPoint {
    private int x;
    private int y;

    synchronized void move(int by) {
        x += by;
        y += by;
    }

    synchronized int sum() {
        int first = x;
        int second = y;
        return first + second;
    }
}

public class PointUnderLock {
    public static void main(String[] args) throws InterruptedException {
        LockedPoint point = new LockedPoint();
        Runnable work = () -> {
            for (int turn = 0; turn < 100; turn++) {
                point.move(turn);
                point.sum();
            }
        };
        Thread other = new Thread(work);
        other.start();
        work.run();
        other.join();
        System.out.println(point.sum());
    }
}
