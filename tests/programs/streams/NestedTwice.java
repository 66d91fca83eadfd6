//@ about: A task's own list holds an element twice: two inner tasks of the same task have it.
//@ engines: scan

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

public class NestedTwice {
    static class Particle {
        int moves;
    }

    static void run() {
        List<Particle> particles = new ArrayList<>();
        Particle particle = new Particle();
        particles.add(particle);
        particles.add(particle);
        particles.parallelStream().forEach(it -> it.moves++); //~ race(moves) write
    }

    public static void main(String[] args) {
        IntStream.range(0, 9).parallel().forEach(i -> run());
    }
}
