//@ about: A parallel forEach changes a part of each object of a list, and each object has a part of its own.
//@ engines: scan run predict

import java.util.ArrayList;
import java.util.List;

public class ParallelOwnParts {
    static final class Counter {
        int count;
    }

    static final class Particle {
        final Counter counter = new Counter();
    }

    public static void main(String[] args) {
        List<Particle> particles = new ArrayList<>();
        for (int i = 0; i < 32; i++) {
            particles.add(new Particle());
        }
        particles.parallelStream().forEach(particle -> particle.counter.count++);
        int seen = particles.get(0).counter.count;
    }
}
