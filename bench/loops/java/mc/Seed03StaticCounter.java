package mc;

// race: done, a static counter
public final class Seed03StaticCounter {
    private static int done;

    private static void count() {
        done++; // seeded
    }

    public static void main(String[] arguments) {
        Market market = MonteCarlo.market();
        MonteCarlo.tasks(500).parallelStream().forEach(task -> {
            task.run(market);
            count();
        });
        System.out.println(done);
    }
}
