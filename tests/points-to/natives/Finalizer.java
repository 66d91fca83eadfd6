//@ about: The collector may call finalize of any object whose class overrides it.

public class Finalizer {
    public static void main(String[] args) {
        new Resource();                         //@site resource
        Expect.reachable("Resource.finalize", "Resource.release");
        Expect.unreachable("NeverMade.finalize");
    }
}

class Resource {
    @Override
    @SuppressWarnings({"removal", "deprecation"})
    protected void finalize() {
        Expect.pointsTo(this, "resource");
        Expect.calls("Resource.release");
        release();
    }

    void release() {
    }
}

class NeverMade {
    @Override
    @SuppressWarnings({"removal", "deprecation"})
    protected void finalize() {
    }
}
