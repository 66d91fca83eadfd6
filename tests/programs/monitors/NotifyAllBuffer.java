//@ about: Producers and consumers share a bounded buffer with guarded loops and notifyAll.
//@ engines: scan run predict lockset
public class NotifyAllBuffer {
    private final int[] items = new int[2];
    private int first;
    private int size;

    synchronized void put(int value) throws InterruptedException {
        while (size == items.length) {
            wait();
        }
        items[(first + size) % items.length] = value;
        size++;
        notifyAll();
    }

    synchronized int take() throws InterruptedException {
        while (size == 0) {
            wait();
        }
        int value = items[first];
        first = (first + 1) % items.length;
        size--;
        notifyAll();
        return value;
    }

    public static void main(String[] args) throws InterruptedException {
        NotifyAllBuffer buffer = new NotifyAllBuffer();
        Runnable produce = () -> {
            try {
                for (int i = 0; i < 3; i++) {
                    buffer.put(i);
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        };
        new Thread(produce).start();
        new Thread(produce).start();
        for (int i = 0; i < 6; i++) {
            buffer.take();
        }
    }
}
