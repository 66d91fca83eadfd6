//@ about: A constructor shows the list in its field to others, and then fills it.
//@ engines: scan
import java.util.ArrayList;
import java.util.List;

class Report {
    static volatile List<Object> shown = new ArrayList<>();

    private final List<Object> lines;

    Report(Object line) {
        this.lines = new ArrayList<>();
        shown = this.lines;
        this.lines.add(line);    //~ race(lines) write
    }
}

public class ConstructorShowsList {
    static void report() {
        new Report("line");
        int size = Report.shown.size();    //~ race(lines) read
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(ConstructorShowsList::report);
        Thread other = new Thread(ConstructorShowsList::report);
        one.start();
        other.start();
        one.join();
        other.join();
    }
}
