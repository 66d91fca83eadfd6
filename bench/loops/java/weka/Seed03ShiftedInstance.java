package mining;

import weka.core.Instance;
import weka.core.Instances;

// race: the values of the first instance, changed by every iteration
public final class Seed03ShiftedInstance {
    private static double shift(Instance point, int clusters) {
        point.setValue(0, clusters); // seeded
        return point.value(1) + point.value(0); // seeded
    }

    public static void main(String[] arguments) {
        Instances data = Data.clouds(100, false);
        Instance first = data.instance(0);
        System.out.println(Mining.trials(50).parallelStream().mapToDouble(t -> shift(first, t.clusters)).sum());
    }
}
