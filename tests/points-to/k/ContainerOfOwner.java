//@ about: From k = 2 on, the library's lists inside two objects are two.

import java.util.ArrayList;
import java.util.List;

public class ContainerOfOwner {
    public static void main(String[] args) {
        Shelf one = new Shelf();
        Shelf two = new Shelf();
        one.add(new Object());      //@site a
        two.add(new Object());      //@site b
        Expect.k(0, 1).mayAlias(one.first(), two.first());
        Expect.k(0, 1).mayAlias(one.items, two.items);
        Expect.fromK(2).distinct(one.items, two.items);
        Expect.fromK(2).pointsTo(one.first(), "a");
        Expect.fromK(2).pointsTo(two.first(), "b");
    }
}

class Shelf {
    final List<Object> items = new ArrayList<>();

    void add(Object item) {
        items.add(item);
    }

    Object first() {
        return items.get(0);
    }
}
