//@ about: What a task of a parallel loop makes is shared only by its own inner tasks, of which each has an element of its own.
//@ engines: scan

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

public class NestedOwn {
    static class Particle {
        int moves;
    }

    static class Swarm {
        final List<Particle> particles = new ArrayList<>();
        int steps;

        Swarm() {
            for (int i = 0; i < 3; i++) {
                particles.add(new Particle());
            }
        }

        int run() {
            particles.parallelStream().forEach(particle -> particle.moves++);
            steps++;
            particles.parallelStream().forEach(particle -> particle.moves += steps);
            int sum = 0;
            for (Particle particle : particles) {
                sum += particle.moves;
            }
            return sum;
        }
    }

    public static void main(String[] args) {
        IntStream.range(0, 9).parallel().forEach(i -> new Swarm().run());
    }
}
