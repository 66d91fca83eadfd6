//@ about: A sequential forEach adds to a total in the thread that called it.
//@ engines: scan run predict

import java.util.List;

public class SequentialSideEffect {
    private static int total;

    public static void main(String[] args) {
        List.of(1, 2, 3).stream().forEach(i -> total += i);
        int seen = total;
    }
}
