//@ about: Arrays race whether they have a hash code, are locked, or neither when they are first accessed; hash codes stay.
//@ engines: scan run predict
public class HashCodeKept {
    static void is(Object array, int hash) {
        if (System.identityHashCode(array) != hash || array.hashCode() != hash) {
            throw new AssertionError();
        }
    }

    public static void main(String[] args) {
        int[] asked = new int[2];
        int[] locked = new int[2];
        int[] neither = new int[2];
        int hash = asked.hashCode();
        new Thread(() -> {
            asked[1] = 1;      //~ race(asked) write
            synchronized (locked) {
                locked[1] = 1;      //~ race(locked) write
            }
            neither[1] = 1;      //~ race(neither) write
            is(locked, locked.hashCode());
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            int other = neither.hashCode();
            asked[1] = 2;      //~ race(asked) write
            locked[1] = 2;      //~ race(locked) write
            neither[1] = 2;      //~ race(neither) write
            is(asked, hash);
            is(neither, other);
        }).start();
    }
}
