package coref;

import java.util.ArrayList;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.List;

// race: a synchronised list, which is iterated over without its lock
public final class Seed11UnlockedIteration {
    private static final List<String> NAMES = Collections.synchronizedList(new ArrayList<>());

    private static int longest() {
        int longest = 0;
        for (String name : NAMES) { // seeded
            longest = Math.max(longest, name.length());
        }
        return longest;
    }

    public static void main(String[] arguments) {
        Coref.documents(100).parallelStream().forEach(document -> {
            NAMES.add(document.name); // seeded
            try {
                longest();
            } catch (ConcurrentModificationException raced) {
                System.out.println(document.name);
            }
        });
    }
}
