package mc;

// race: shared, made by whichever iteration comes first
public final class Seed06LazySingleton {
    private static Market shared;

    private static Market market() {
        if (shared == null) { // seeded
            shared = MonteCarlo.market(); // seeded
        }
        return shared; // seeded
    }

    public static void main(String[] arguments) {
        MonteCarlo.tasks(500).parallelStream().forEach(task -> task.run(market()));
    }
}
