//@ about: A CopyOnWriteArrayList is iterated over while another thread adds to it.
//@ engines: scan run predict

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

public class CopyOnWriteIteration {
    public static void main(String[] args) {
        List<Runnable> listeners = new CopyOnWriteArrayList<>();
        new Thread(() -> listeners.add(() -> { })).start();
        for (Runnable listener : listeners) {
            listener.run();
        }
    }
}
