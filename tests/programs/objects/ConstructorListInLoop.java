//@ about: A constructor assigns its field in a loop, and shows the list of the round before.
//@ engines: scan
import java.util.ArrayList;
import java.util.List;

class Report {
    static volatile List<Object> shown = new ArrayList<>();

    private List<Object> lines;

    Report(Object line) {
        List<Object> before = null;
        for (int round = 0; round < 3; round++) {
            if (before != null) {
                shown = before;
                this.lines.add(line);    //~ race(lines) write
            }
            before = new ArrayList<>();
            this.lines = before;
        }
    }
}

public class ConstructorListInLoop {
    static void report() {
        new Report("line");
        int size = Report.shown.size();    //~ race(lines) read
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(ConstructorListInLoop::report);
        Thread other = new Thread(ConstructorListInLoop::report);
        one.start();
        other.start();
        one.join();
        other.join();
    }
}
