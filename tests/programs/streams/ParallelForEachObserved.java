//@ about: A thread watches the counter that a parallel forEach increments.
//@ engines: scan run predict

import java.util.stream.IntStream;

public class ParallelForEachObserved {
    private static int done;

    public static void main(String[] args) {
        new Thread(() -> {
            Unseen.at(2);
            int seen = done;    //~ race(done) read
        }).start();
        IntStream.range(0, 8).parallel().forEach(i -> {
            done++;    //~ race(done) write
            if (i == 0) {
                Unseen.at(1);
            }
        });
    }
}
