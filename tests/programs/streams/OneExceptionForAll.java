//@ about: All iterations throw the same exception, which each of them changes when it has caught it.
//@ engines: scan

import java.util.List;

public class OneExceptionForAll {
    static class Failure extends RuntimeException {
        int tries;
    }

    static final Failure FAILURE = new Failure();

    static void attempt() {
        throw FAILURE;
    }

    public static void main(String[] args) {
        List.of(1, 2, 3, 4).parallelStream().forEach(number -> {
            try {
                attempt();
            } catch (Failure failure) {
                failure.tries++;    //~ race(tries) write
            }
        });
    }
}
