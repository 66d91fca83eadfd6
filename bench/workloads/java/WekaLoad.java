import weka.classifiers.*;
import weka.classifiers.trees.RandomForest;
import weka.core.*;
import java.util.*;

/** Weka: RandomForest -num-slots N, then concurrent cross-validation + concurrent prediction on the shared model. args: threads rows trees */
public class WekaLoad {
    static Instances data(int rows) {
        ArrayList<Attribute> at = new ArrayList<>();
        for (int i = 0; i < 12; i++) at.add(new Attribute("x" + i));
        at.add(new Attribute("c", Arrays.asList("a", "b", "c")));
        Instances d = new Instances("d", at, rows); d.setClassIndex(12);
        Random r = new Random(7);
        for (int i = 0; i < rows; i++) { double[] v = new double[13]; double s = 0; for (int j = 0; j < 12; j++) { v[j] = r.nextGaussian(); s += v[j] * (j % 3 - 1); } v[12] = s < -1 ? 0 : s < 1 ? 1 : 2; d.add(new DenseInstance(1.0, v)); }
        return d;
    }
    public static void main(String[] a) throws Exception {
        int n = W.arg(a, 0, 4), rows = W.arg(a, 1, 3000), trees = W.arg(a, 2, 100);
        Instances d = data(rows);
        RandomForest rf = new RandomForest();
        rf.setOptions(new String[] {"-I", "" + trees, "-num-slots", "" + n});
        rf.buildClassifier(d);
        double[] acc = new double[n];
        W.threads(n, id -> {
            int ok = 0;
            for (int i = 0; i < d.numInstances(); i++) if (rf.classifyInstance(d.instance(i)) == d.instance(i).classValue()) ok++;
            acc[id] = ok;
            Evaluation e = new Evaluation(d);
            weka.classifiers.trees.J48 j = new weka.classifiers.trees.J48();
            e.crossValidateModel(j, new Instances(d), 5, new Random(id));
        });
        for (double x : acc) if (x != acc[0]) throw new IllegalStateException(Arrays.toString(acc));
        W.done("weka " + weka.core.Version.VERSION, (long) acc[0]);
        System.exit(0);
    }
}
