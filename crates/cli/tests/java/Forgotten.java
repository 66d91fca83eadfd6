import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

public class Forgotten {
    static final List<WeakReference<Object>> made = new ArrayList<>();

    static List<Object> alive() {
        List<Object> alive = new ArrayList<>();
        for (WeakReference<Object> reference : made) {
            Object object = reference.get();
            if (object != null) {
                alive.add(object);
            }
        }
        return alive;
    }

    static void make() {
        Object object = new Object();
        made.add(new WeakReference<>(object));
    }

    public static void main(String[] args) {
        make();
        // The list is used by this call, and by nothing else; no call below needs the room where it was kept.
        int before = alive().size();
        System.gc();
        System.gc();
        check(before);
    }

    static void check(int before) {
        if (!alive().isEmpty()) {
            throw new IllegalStateException("still there; " + before);
        }
    }
}
