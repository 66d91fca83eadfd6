//@ about: A final field publishes the array behind it too, so only the reference races.
//@ engines: scan run predict

public class FinalFieldReachesArray {
    static final class Path {
        final int[] steps;

        Path(int first) {
            steps = new int[1];
            steps[0] = first;
        }
    }

    private static Path latest;

    public static void main(String[] args) {
        new Thread(() -> {
            latest = new Path(7);    //~ race(latest) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        Path path = latest;    //~ race(latest) read
        if (path != null) {
            int first = path.steps[0];
        }
    }
}
