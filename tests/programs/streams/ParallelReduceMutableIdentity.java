//@ about: A parallel reduce mutates its identity, which every part of the stream shares.
//@ engines: scan

import java.util.List;

public class ParallelReduceMutableIdentity {
    static final class Total {
        int value;

        Total plus(int amount) {
            value += amount;    //~ race(value) write
            return this;
        }
    }

    public static void main(String[] args) {
        List.of(1, 2, 3, 4, 5, 6, 7, 8).parallelStream()
                .reduce(new Total(), (total, amount) -> total.plus(amount), (left, right) -> left);
    }
}
