//@ about: A parallel stream of an array that was filled with one object.
//@ engines: scan

import java.util.Arrays;

public class ParallelFilledArray {
    static final class Particle {
        int position;
    }

    public static void main(String[] args) {
        Particle[] particles = new Particle[32];
        Arrays.fill(particles, new Particle());
        Arrays.stream(particles).parallel().forEach(particle -> particle.position++);    //~ race(position) write
    }
}
