//@ about: A parallel forEach changes each object of a list, and all of them are different.
//@ engines: scan run predict

import java.util.ArrayList;
import java.util.List;

public class ParallelOwnObjects {
    static final class Particle {
        int position;

        void move() {
            position++;
        }
    }

    public static void main(String[] args) {
        List<Particle> particles = new ArrayList<>();
        for (int i = 0; i < 32; i++) {
            particles.add(new Particle());
        }
        particles.parallelStream().forEach(Particle::move);
        int seen = particles.get(0).position;
    }
}
