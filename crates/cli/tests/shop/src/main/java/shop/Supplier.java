package shop;

/** Final, so that only an agent can make a mock of it. */
public final class Supplier {
    public int order(int count) {
        throw new IllegalStateException("not in a test: " + count);
    }
}
