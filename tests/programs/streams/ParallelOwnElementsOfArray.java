//@ about: A parallel stream of an array that was filled with new objects changes each of them.
//@ engines: scan run predict

import java.util.Arrays;

public class ParallelOwnElementsOfArray {
    static final class Particle {
        int position;
    }

    public static void main(String[] args) {
        Particle[] particles = new Particle[32];
        for (int i = 0; i < particles.length; i++) {
            particles[i] = new Particle();
        }
        Arrays.stream(particles).parallel().forEach(particle -> particle.position++);
        int seen = particles[0].position;
    }
}
