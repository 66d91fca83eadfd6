//@ about: A parallel stream has all objects of a list twice.
//@ engines: scan

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

public class ParallelTwiceInOneStream {
    static final class Particle {
        int position;
    }

    public static void main(String[] args) {
        List<Particle> particles = new ArrayList<>();
        for (int i = 0; i < 32; i++) {
            particles.add(new Particle());
        }
        Stream<Particle> twice = Stream.concat(particles.stream(), particles.stream());
        twice.parallel().forEach(particle -> particle.position++);    //~ race(position) write
    }
}
