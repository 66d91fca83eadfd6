//@ about: A constructor fills the list that it has just stored in its own field; others see the object, and a view of the list, later.
//@ engines: scan
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

class Report {
    private final List<Object> lines;
    private List<Object> words;

    Report(List<Object> from) {
        this.lines = new ArrayList<>(from.size());
        this.words = new ArrayList<>();
        for (Object line : from) {
            Object kept = line instanceof String ? new StringBuilder("x") : line;
            this.lines.add(kept);
            this.words.add(kept);
        }
    }

    List<Object> lines() {
        return Collections.unmodifiableList(lines);
    }

    List<Object> words() {
        return Collections.unmodifiableList(words);
    }
}

public class ConstructorFillsList {
    static volatile Report last = new Report(List.of());

    static void report() {
        List<Object> from = new ArrayList<>(last.lines());
        from.addAll(last.words());
        last = new Report(from);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(ConstructorFillsList::report);
        Thread other = new Thread(ConstructorFillsList::report);
        one.start();
        other.start();
        one.join();
        other.join();
    }
}
