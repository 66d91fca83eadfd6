//@ about: Two threads add to one builder of a stream.
//@ engines: scan run predict

import java.util.stream.Stream;

public class SharedStreamBuilder {
    public static void main(String[] args) {
        Stream.Builder<String> names = Stream.builder();
        new Thread(() -> {
            names.add("a");    //~ race(names) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        names.accept("b");    //~ race(names) write
    }
}
