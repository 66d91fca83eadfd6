package pso;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

// race: improved, counted by futures that run at once
public final class Seed09Futures {
    private int improved;

    private void check(Swarm swarm, Particle particle) {
        particle.evaluate(swarm.problem);
        if (particle.fitness < 20) {
            improved++; // seeded
        }
    }

    public static void main(String[] arguments) {
        Seed09Futures counter = new Seed09Futures();
        Swarm swarm = new Swarm(Problem.SPHERE, 200, 1);
        List<CompletableFuture<Void>> futures = new ArrayList<>();
        for (Particle particle : swarm.particles) {
            futures.add(CompletableFuture.runAsync(() -> counter.check(swarm, particle)));
        }
        CompletableFuture.allOf(futures.toArray(new CompletableFuture<?>[0])).join();
        System.out.println(counter.improved);
    }
}
