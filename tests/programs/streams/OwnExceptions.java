//@ about: What an iteration throws it catches itself; the thread that waits for the loop catches nothing.
//@ engines: scan run predict

import java.util.List;

public class OwnExceptions {
    static class Failure extends RuntimeException {
        int tries;
        final int[] places = new int[1];

        void again(int place) {
            tries++;
            places[0] = place;
        }
    }

    static void attempt(int number) {
        Failure failure = new Failure();
        failure.again(number);
        throw failure;
    }

    public static void main(String[] args) {
        int sum = List.of(1, 2, 3, 4).parallelStream().mapToInt(number -> {
            try {
                attempt(number);
                return 0;
            } catch (Failure failure) {
                failure.again(number);
                return failure.tries + failure.places[0];
            }
        }).sum();
        System.out.println(sum);
    }
}
