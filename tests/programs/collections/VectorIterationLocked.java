//@ about: A vector and a hashtable are iterated over under their locks.
//@ engines: scan run predict

import java.util.Enumeration;
import java.util.Hashtable;
import java.util.Vector;

public class VectorIterationLocked {
    public static void main(String[] args) {
        Vector<String> names = new Vector<>();
        Hashtable<String, Integer> ages = new Hashtable<>();
        Runnable task = () -> {
            names.add("Ada");
            ages.put("Ada", 36);
            synchronized (names) {
                for (String name : names) {
                    name.length();
                }
            }
            synchronized (ages) {
                for (Enumeration<String> all = ages.keys(); all.hasMoreElements();) {
                    all.nextElement();
                }
            }
        };
        new Thread(task).start();
        new Thread(task).start();
    }
}
