package em3d;

// race: most, guarded by the class's monitor here and by the object's there
public final class Seed08MixedMonitors {
    private static double most;

    private static synchronized void raise(double value) {
        most = Math.max(most, value); // seeded
    }

    private synchronized void lower() {
        most = most * 0.99; // seeded
    }

    public static void main(String[] arguments) {
        Seed08MixedMonitors monitors = new Seed08MixedMonitors();
        Em3d.graph(1000).electric.parallelStream().forEach(node -> {
            raise(node.value);
            monitors.lower();
        });
        System.out.println(most);
    }
}
