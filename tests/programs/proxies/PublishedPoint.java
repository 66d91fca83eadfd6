//@ about: A point that its constructor fills is published by a race; who reads it races with the constructor on both fields.
//@ engines: run

class FilledPoint {
    private int x;
    private int y;

    FilledPoint(int x, int y) {
        this.x = x;    //~ race(x) write
        this.y = y;    //~ race(y) write
    }

    int sum() {
        int first = x;    //~ race(x) read
        int second = y;    //~ race(y) read
        return first + second;
    }
}

public class PublishedPoint {
    static FilledPoint point;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            point = new FilledPoint(1, 2);    //~ race(point) write
            Unseen.at(1);
        });
        other.start();
        Unseen.at(2);
        System.out.println(point.sum());    //~ race(point) read
        other.join();
    }
}
