//@ about: A constructor puts a list into a list that others see, and goes on filling it.
//@ engines: scan
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

class Report {
    static final List<List<Object>> ALL = new CopyOnWriteArrayList<>();

    private final List<Object> lines;

    Report(Object line) {
        this.lines = new ArrayList<>();
        ALL.add(this.lines);
        this.lines.add(line);    //~ race(lines) write
    }
}

public class ConstructorShowsElement {
    static void report() {
        new Report("line");
        for (List<Object> lines : Report.ALL) {
            int size = lines.size();    //~ race(lines) read
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(ConstructorShowsElement::report);
        Thread other = new Thread(ConstructorShowsElement::report);
        one.start();
        other.start();
        one.join();
        other.join();
    }
}
