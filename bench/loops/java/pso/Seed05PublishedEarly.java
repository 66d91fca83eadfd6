package pso;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

// race: Report.fitness, set after other iterations can see the report
public final class Seed05PublishedEarly {
    private static final class Report {
        double fitness;
    }

    public static void main(String[] arguments) {
        Map<Integer, Report> reports = new ConcurrentHashMap<>();
        Swarm swarm = new Swarm(Problem.SPHERE, 200, 1);
        swarm.particles.parallelStream().forEach(particle -> {
            particle.evaluate(swarm.problem);
            Report report = new Report();
            Report before = reports.put((int) particle.fitness % 3, report);
            report.fitness = particle.fitness; // seeded
            if (before != null && before.fitness < particle.fitness) { // seeded
                particle.best = particle.position;
            }
        });
        System.out.println(reports.size());
    }
}
