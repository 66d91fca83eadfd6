//@ about: A list of the application is code like any other, also below the library's methods.

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;

public class OwnAbstractList {
    public static void main(String[] args) {
        Object a = new Object();                    //@site a
        List<Object> own = new Own(a);
        Expect.calls("Own.get");
        Object direct = own.get(0);
        Expect.pointsTo(direct, "a");
        for (Object element : own) {
            Expect.pointsTo(element, "a");
        }
        Expect.mayCall("Own.get");
        own.indexOf(a);
        List<Object> copy = new ArrayList<>(own);
        Expect.pointsTo(copy.get(0), "a");
    }
}

class Own extends AbstractList<Object> {
    private final Object only;

    Own(Object only) {
        this.only = only;
    }

    @Override
    public Object get(int index) {
        return only;
    }

    @Override
    public int size() {
        return 1;
    }
}
