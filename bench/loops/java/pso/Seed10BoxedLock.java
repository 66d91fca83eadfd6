package pso;

// race: count, a number that is its own lock, and another one after each change
public final class Seed10BoxedLock {
    private Integer count = 0;

    @SuppressWarnings("synchronization")
    private void add() {
        synchronized (count) { // seeded
            count = count + 1; // seeded
        }
    }

    public static void main(String[] arguments) {
        Seed10BoxedLock counter = new Seed10BoxedLock();
        Swarm swarm = new Swarm(Problem.SPHERE, 200, 1);
        swarm.particles.parallelStream().forEach(particle -> {
            particle.evaluate(swarm.problem);
            counter.add();
        });
        System.out.println(counter.count);
    }
}
