//@ about: Two objects share a part, and each thread uses one object.
//@ engines: scan run predict

public class PartOfBoth {
    static final class Part {
        int uses;
    }

    private final Part part;

    PartOfBoth(Part part) {
        this.part = part;
    }

    synchronized void use() {
        part.uses++;    //~ race(uses) write
    }

    public static void main(String[] args) {
        Part part = new Part();
        PartOfBoth left = new PartOfBoth(part);
        PartOfBoth right = new PartOfBoth(part);
        new Thread(() -> {
            left.use();
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        right.use();
    }
}
