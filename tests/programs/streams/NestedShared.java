//@ about: Inner tasks of one task of a parallel loop share its counter; tasks of several share a particle that is in all swarms.
//@ engines: scan

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

public class NestedShared {
    static class Particle {
        int moves;
    }

    static class Swarm {
        final List<Particle> particles = new ArrayList<>();
        int steps;

        Swarm(Particle leader) {
            particles.add(leader);
        }

        void run() {
            particles.parallelStream().forEach(particle -> particle.moves++); //~ race(moves) write
            particles.parallelStream().forEach(particle -> steps++); //~ race(steps) write
        }
    }

    public static void main(String[] args) {
        Particle leader = new Particle();
        IntStream.range(0, 9).parallel().forEach(i -> new Swarm(leader).run());
    }
}
