package em3d;

// race: the element of an array that stands for a local variable
public final class Seed04CapturedArray {
    public static void main(String[] arguments) {
        double[] most = {0};
        Em3d.graph(1000).magnetic.parallelStream().forEach(node -> {
            node.update();
            if (node.value > most[0]) { // seeded
                most[0] = node.value; // seeded
            }
        });
        System.out.println(most[0]);
    }
}
