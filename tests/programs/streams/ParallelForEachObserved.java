//@ about: A thread watches a field that one element of a parallel forEach writes.
//@ engines: scan run predict

import java.util.stream.IntStream;

public class ParallelForEachObserved {
    private static int found;

    public static void main(String[] args) {
        new Thread(() -> {
            Unseen.at(2);
            int seen = found;    //~ race(found) read
        }).start();
        IntStream.range(0, 8).parallel().forEach(i -> {
            if (i == 5) {
                found = i;    //~ race(found) write
                Unseen.at(1);
            }
        });
    }
}
