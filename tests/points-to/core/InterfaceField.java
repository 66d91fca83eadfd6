//@ about: A field of an interface is read through classes that implement it.

public class InterfaceField implements Constants {
    public static void main(String[] args) {
        Expect.pointsTo(SHARED, "shared");
        Expect.pointsTo(Constants.SHARED, "shared");
        Expect.reachable("Constants.<clinit>");
    }
}

interface Constants {
    Object SHARED = new Object();       //@site shared
}
