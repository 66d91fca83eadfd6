//@ about: Objects three levels inside two objects are one for every k up to 3.

public class FourDeep {
    public static void main(String[] args) {
        One first = new One();
        One second = new One();
        first.two.three.four.value = new Object();      //@site a
        second.two.three.four.value = new Object();     //@site b
        Expect.fromK(2).distinct(first.two, second.two);
        Expect.fromK(3).distinct(first.two.three, second.two.three);
        Expect.k(0, 1, 2, 3).mayAlias(first.two.three.four, second.two.three.four);
        Expect.k(0, 1, 2, 3).pointsTo(first.two.three.four.value, "a", "b");
    }
}

class One {
    final Two two = new Two();
}

class Two {
    final Three three = new Three();
}

class Three {
    final Four four = new Four();
}

class Four {
    Object value;
}
