//@ about: A try statement closes its resources, and keeps what closing throws.

public class TryWithResources {
    public static void main(String[] args) {
        Door opened = new Door();               //@site door
        try (Door door = opened) {
            Expect.pointsTo(door, "door");
            if (args.length == 0) {
                throw new Failure();            //@site failure
            }
        } catch (Failure e) {
            Expect.pointsTo(e, "failure", "closing");
            Throwable[] suppressed = e.getSuppressed();
            Expect.mayPointTo(suppressed[0], "closing");
        }
        Expect.reachable("Door.close");
    }
}

class Door implements AutoCloseable {
    @Override
    public void close() throws Failure {
        throw new Failure();                    //@site closing
    }
}

class Failure extends Exception {
}
