package em3d;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

// race: the value in the middle, which belongs to both halves
public final class Seed06OverlappingHalves extends RecursiveAction {
    private static final long serialVersionUID = 1;
    private final transient double[] values;
    private final int first;
    private final int last;

    Seed06OverlappingHalves(double[] values, int first, int last) {
        this.values = values;
        this.first = first;
        this.last = last;
    }

    @Override
    protected void compute() {
        if (last - first < 32) {
            for (int i = first; i <= last; i++) {
                values[i] = values[i] / 2 + 1; // seeded
            }
        } else {
            int middle = (first + last) / 2;
            invokeAll(new Seed06OverlappingHalves(values, first, middle),
                    new Seed06OverlappingHalves(values, middle, last));
        }
    }

    public static void main(String[] arguments) {
        double[] values = Em3d.graph(1024).electric.stream().mapToDouble(node -> node.value).toArray();
        ForkJoinPool.commonPool().invoke(new Seed06OverlappingHalves(values, 0, values.length - 1));
        System.out.println(values[512]);
    }
}
