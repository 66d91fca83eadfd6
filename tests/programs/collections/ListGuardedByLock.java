//@ about: Every use of an ArrayList holds one lock.
//@ engines: scan run predict

import java.util.ArrayList;
import java.util.List;

public class ListGuardedByLock {
    private final List<String> names = new ArrayList<>();

    synchronized void add(String name) {
        names.add(name);
    }

    synchronized int size() {
        return names.size();
    }

    public static void main(String[] args) {
        ListGuardedByLock people = new ListGuardedByLock();
        new Thread(() -> people.add("Ada")).start();
        people.size();
    }
}
