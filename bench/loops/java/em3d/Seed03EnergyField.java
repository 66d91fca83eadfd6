package em3d;

// race: energy, a field that all iterations add to
public final class Seed03EnergyField {
    private double energy;

    void measure(Graph graph) {
        graph.electric.parallelStream().forEach(node -> {
            node.update();
            energy += node.value * node.value; // seeded
        });
    }

    public static void main(String[] arguments) {
        Seed03EnergyField field = new Seed03EnergyField();
        field.measure(Em3d.graph(1000));
        System.out.println(field.energy);
    }
}
