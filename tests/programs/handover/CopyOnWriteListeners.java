//@ about: Listeners with plain state are added and removed while another thread iterates and reads them.
//@ engines: run predict

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

public class CopyOnWriteListeners {
    static final class Listener {
        private int[] events;

        Listener(int size) {
            events = new int[size];
            events[0] = size;
        }

        int first() {
            return events[0];
        }
    }

    public static void main(String[] args) {
        List<Listener> listeners = new CopyOnWriteArrayList<>();
        new Thread(() -> {
            for (int round = 0; round < 20; round++) {
                int sum = 0;
                for (Listener listener : listeners) {
                    sum += listener.first();
                }
            }
        }).start();
        for (int i = 1; i < 10; i++) {
            listeners.add(new Listener(i));
            if (i % 3 == 0) {
                listeners.set(0, new Listener(i));
                listeners.remove(1);
            }
        }
    }
}
