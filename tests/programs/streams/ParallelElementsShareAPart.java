//@ about: A parallel forEach changes a part of each object of a list, and all objects have the same part.
//@ engines: scan

import java.util.ArrayList;
import java.util.List;

public class ParallelElementsShareAPart {
    static final class Counter {
        int count;
    }

    static final class Particle {
        final Counter counter;

        Particle(Counter counter) {
            this.counter = counter;
        }
    }

    public static void main(String[] args) {
        Counter counter = new Counter();
        List<Particle> particles = new ArrayList<>();
        for (int i = 0; i < 32; i++) {
            particles.add(new Particle(counter));
        }
        particles.parallelStream().forEach(particle -> particle.counter.count++);    //~ race(count) write
    }
}
