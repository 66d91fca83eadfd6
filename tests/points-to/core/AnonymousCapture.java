//@ about: Anonymous and local classes capture variables of the method around them.

public class AnonymousCapture {
    public static void main(String[] args) {
        Object captured = new Object();         //@site captured
        Source anonymous = new Source() {       //@site anonymous
            @Override
            public Object get() {
                return captured;
            }
        };
        class Local implements Source {
            @Override
            public Object get() {
                return captured;
            }
        }
        Source local = new Local();             //@site local
        Expect.pointsTo(anonymous, "anonymous");
        Expect.pointsTo(local, "local");
        Expect.calls("AnonymousCapture$1.get");
        Object one = anonymous.get();
        Expect.calls("AnonymousCapture$1Local.get");
        Object two = local.get();
        Expect.pointsTo(one, "captured");
        Expect.pointsTo(two, "captured");
    }
}

interface Source {
    Object get();
}
