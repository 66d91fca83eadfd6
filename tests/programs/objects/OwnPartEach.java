//@ about: Two objects of one class have a part each, and each thread uses one object.
//@ engines: scan run predict

public class OwnPartEach {
    static final class Part {
        int uses;
    }

    private final Part part = new Part();

    void use() {
        part.uses++;
    }

    public static void main(String[] args) {
        OwnPartEach left = new OwnPartEach();
        OwnPartEach right = new OwnPartEach();
        new Thread(left::use).start();
        new Thread(right::use).start();
    }
}
