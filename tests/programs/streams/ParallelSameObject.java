//@ about: A parallel forEach changes each object of a list that holds the same object many times.
//@ engines: scan

import java.util.Collections;
import java.util.List;

public class ParallelSameObject {
    static final class Particle {
        int position;

        void move() {
            position++;    //~ race(position) write
        }
    }

    public static void main(String[] args) {
        List<Particle> particles = Collections.nCopies(32, new Particle());
        particles.parallelStream().forEach(Particle::move);
    }
}
