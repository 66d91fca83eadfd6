package pso;

// race: best, which every particle replaces if it is better
public final class Seed01UnguardedLeader {
    private Particle best;

    void iterate(Swarm swarm) {
        swarm.particles.parallelStream().forEach(particle -> {
            particle.evaluate(swarm.problem);
            if (best == null || particle.bestFitness < best.bestFitness) { // seeded
                best = particle; // seeded
            }
        });
    }

    public static void main(String[] arguments) {
        Seed01UnguardedLeader leader = new Seed01UnguardedLeader();
        leader.iterate(new Swarm(Problem.SPHERE, 200, 1));
        System.out.println(leader.best.bestFitness);
    }
}
