//@ about: Vector, Hashtable, Properties and Enumeration behave as the newer ones.

import java.util.Enumeration;
import java.util.Hashtable;
import java.util.Vector;

public class OldCollections {
    public static void main(String[] args) {
        Vector<Object> vector = new Vector<>();
        Vector<Object> other = new Vector<>();
        vector.addElement(new Object());            //@site a
        other.add(new Object());                    //@site b
        Expect.pointsTo(vector.elementAt(0), "a");
        Enumeration<Object> elements = other.elements();
        Expect.pointsTo(elements.nextElement(), "b");
        Hashtable<Object, Object> table = new Hashtable<>();
        table.put("k", new Object());               //@site c
        Expect.pointsTo(table.get("k"), "c");
        Expect.pointsTo(table.elements().nextElement(), "c");
    }
}
