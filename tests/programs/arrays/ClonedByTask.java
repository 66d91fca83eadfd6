//@ about: Each task of a loop changes its own copy of a shared array, and puts it where others find it.
//@ engines: scan

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

public class ClonedByTask {
    public static void main(String[] args) {
        double[] first = new double[3];
        List<double[]> all = Collections.synchronizedList(new ArrayList<>());
        Arrays.asList(1, 2, 3).parallelStream().forEach(i -> {
            double[] copy = first.clone();
            copy[0] = i;
            all.add(copy);
        });
    }
}
