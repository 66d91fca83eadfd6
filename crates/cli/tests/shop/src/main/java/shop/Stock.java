package shop;

/** Counts without a lock. */
public class Stock {
    private final Supplier supplier;
    private int left;
    private int guarded;

    public Stock(Supplier supplier) {
        this.supplier = supplier;
    }

    public void take() {
        left--;
        synchronized (this) {
            guarded++;
        }
        if (left < 0) {
            left += supplier.order(10);
        }
    }

    public synchronized int guarded() {
        return guarded;
    }
}
