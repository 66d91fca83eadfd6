/** What is made when it is first asked for: without a lock, with one that who asks does not hold, in an object. */
public class Lazy {
    static Object bare;
    static Object locked;
    static Object set;
    private Object own;

    static Object bare() {
        if (bare == null) {
            bare = new Object();
        }
        return bare;
    }

    static Object locked() {
        if (locked == null) {
            synchronized (Lazy.class) {
                if (locked == null) {
                    locked = new Object();
                }
            }
        }
        return locked;
    }

    Object own() {
        Object known = own;
        if (known == null) {
            own = known = new Object();
        }
        return known;
    }

    public static void main(String[] args) {
        Lazy shared = new Lazy();
        Runnable all = () -> {
            bare();
            locked();
            shared.own();
            set = args;
        };
        new Thread(all).start();
        new Thread(all).start();
    }
}
