package mining;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Random;
import weka.core.Attribute;
import weka.core.DenseInstance;
import weka.core.Instances;

/** A data set of four clouds of points. */
final class Data {
    private Data() {}

    static Instances clouds(int number, boolean hasClass) {
        ArrayList<Attribute> attributes = new ArrayList<>();
        attributes.add(new Attribute("x"));
        attributes.add(new Attribute("y"));
        if (hasClass) {
            attributes.add(new Attribute("cloud", Arrays.asList("a", "b", "c", "d")));
        }
        Instances data = new Instances("clouds", attributes, number);
        Random random = new Random(11);
        for (int i = 0; i < number; i++) {
            int cloud = i % 4;
            double[] values = new double[attributes.size()];
            values[0] = cloud % 2 * 10 + random.nextGaussian();
            values[1] = cloud / 2 * 10 + random.nextGaussian();
            if (hasClass) {
                values[2] = cloud;
            }
            data.add(new DenseInstance(1, values));
        }
        if (hasClass) {
            data.setClassIndex(2);
        }
        return data;
    }
}
