//@ about: A parallel loop over particles moves each of them safely, but shares a centre of mass and an ArrayList.
//@ engines: scan
//@ paper: IteRace figure 2
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

public class IteRaceFigure2 {
    private final Object massLock = new Object();
    private final List<Particle> history = new ArrayList<>();
    private Particle centre = new Particle();

    void compute(int count, int steps) {
        Set<Particle> particles = IntStream.range(0, count).parallel().mapToObj(i -> {
            Particle p = new Particle();
            p.mass = 1;
            p.x = i;
            p.velocityX = 0.5;
            return p;
        }).collect(Collectors.toCollection(HashSet::new));
        for (int step = 0; step < steps; step++) {
            particles.parallelStream().forEach(p -> {
                p.velocityX += 0.1;
                p.velocityY += 0.1;
                p.x += p.velocityX;
                p.y += p.velocityY;
                Particle old = centre;      //~ race(centre) read
                centre = new Particle();      //~ race(centre) write
                synchronized (massLock) {
                    centre.mass = old.mass + p.mass;      //~ race(centre) read
                }
                centre.x = old.x + p.x;      //~ race(centre) read; race(x) write
                centre.y = old.y + p.y;      //~ race(centre) read; race(y) write
                System.out.println(centre);      //~ race(centre) read
                // Concurrent adds can make an ArrayList throw.
                try {
                    history.add(centre);      //~ race(centre) read; race(history) write
                } catch (ArrayIndexOutOfBoundsException e) {
                    return;
                }
            });
        }
    }

    public static void main(String[] args) {
        new IteRaceFigure2().compute(8, 2);
    }

    static class Particle {
        double mass;
        double x;
        double y;
        double velocityX;
        double velocityY;
    }
}
