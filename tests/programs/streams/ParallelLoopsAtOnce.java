//@ about: Two threads run a parallel loop over the same list at the same time.
//@ engines: scan

import java.util.ArrayList;
import java.util.List;

public class ParallelLoopsAtOnce {
    static final class Particle {
        int position;
    }

    public static void main(String[] args) throws InterruptedException {
        List<Particle> particles = new ArrayList<>();
        for (int i = 0; i < 32; i++) {
            particles.add(new Particle());
        }
        Runnable loop = () -> particles.parallelStream().forEach(particle -> particle.position++);    //~ race(position) write
        Thread first = new Thread(loop);
        Thread second = new Thread(loop);
        first.start();
        second.start();
        first.join();
        second.join();
    }
}
