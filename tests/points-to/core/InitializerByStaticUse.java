//@ about: Calling a static method or reading a static field initialises the class.

public class InitializerByStaticUse {
    public static void main(String[] args) {
        ByCall.touch();
        Object read = ByField.field;
        ByStore.field = null;
        Expect.pointsTo(read, "field");
        Expect.reachable("ByCall.<clinit>", "ByField.<clinit>", "ByStore.<clinit>", "ByCall.fromInitializer");
    }
}

class ByCall {
    static {
        fromInitializer();
    }

    static void fromInitializer() {
    }

    static void touch() {
    }
}

class ByField {
    static Object field = new Object();     //@site field
}

class ByStore {
    static Object field = new Object();
}
