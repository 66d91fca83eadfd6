//@ about: A parallel forEach changes each object of a list, and its neighbour.
//@ engines: scan

import java.util.ArrayList;
import java.util.List;

public class ParallelNeighbours {
    static final class Particle {
        final Particle neighbour;
        int position;

        Particle(Particle neighbour) {
            this.neighbour = neighbour;
        }
    }

    public static void main(String[] args) {
        List<Particle> particles = new ArrayList<>();
        Particle last = null;
        for (int i = 0; i < 32; i++) {
            last = new Particle(last);
            particles.add(last);
        }
        particles.parallelStream().forEach(particle -> {
            particle.position++;    //~ race(position) write
            if (particle.neighbour != null) {
                particle.neighbour.position++;    //~ race(position) write
            }
        });
    }
}
