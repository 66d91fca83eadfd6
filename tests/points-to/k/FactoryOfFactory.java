//@ about: From k = 3 on, what made things make is told apart by the first maker.

public class FactoryOfFactory {
    public static void main(String[] args) {
        Plant one = new Plant();
        Plant two = new Plant();
        Machine left = one.machine();
        Machine right = two.machine();
        Expect.k(0, 1).mayAlias(left, right);
        Expect.fromK(2).distinct(left, right);
        Object screw = left.screw();
        Object other = right.screw();
        Expect.pointsTo(screw, "screw");
        Expect.k(0, 1, 2).mayAlias(screw, other);
        Expect.fromK(3).distinct(screw, other);
        Expect.objects(other, 1);
    }
}

class Plant {
    Machine machine() {
        return new Machine();
    }
}

class Machine {
    Object screw() {
        return new Object();        //@site screw
    }
}
