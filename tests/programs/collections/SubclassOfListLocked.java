//@ about: A class of the program puts a lock around the methods of ArrayList that are used.
//@ engines: scan run predict

import java.util.ArrayList;

public class SubclassOfListLocked {
    static class Names extends ArrayList<String> {
        @Override
        public synchronized boolean add(String name) {
            return super.add(name);
        }

        @Override
        public synchronized int size() {
            return super.size();
        }
    }

    public static void main(String[] args) {
        Names names = new Names();
        new Thread(() -> {
            names.add("Ada");
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        int seen = names.size();
    }
}
