//@ about: A parallel loop over a range changes the object at each number of an array, by a method that is passed the number.
//@ engines: scan run predict

import java.util.stream.IntStream;

public class ParallelObjectByNumber {
    static final class Particle {
        int position;
    }

    static void move(Particle[] particles, int number) {
        particles[number].position++;
    }

    public static void main(String[] args) {
        Particle[] particles = new Particle[32];
        for (int i = 0; i < particles.length; i++) {
            particles[i] = new Particle();
        }
        IntStream.range(0, particles.length).parallel().filter(i -> i > 2).forEach(i -> move(particles, i));
        int seen = particles[0].position;
    }
}
