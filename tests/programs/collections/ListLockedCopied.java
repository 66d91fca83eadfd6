//@ about: A list of the program's that locks itself is copied: the copy asks it for its array.
//@ engines: run predict

import java.util.ArrayList;
import java.util.List;

public class ListLockedCopied {
    static class Names extends ArrayList<String> {
        @Override
        public synchronized boolean add(String name) {
            return super.add(name);
        }

        @Override
        public synchronized Object[] toArray() {
            return super.toArray();
        }
    }

    public static void main(String[] args) {
        Names names = new Names();
        new Thread(() -> {
            names.add("Ada");
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        List<String> copy = new ArrayList<>(names);
    }
}
