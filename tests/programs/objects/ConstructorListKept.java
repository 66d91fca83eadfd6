//@ about: A constructor's method keeps the list in its field for others, and then it is filled.
//@ engines: scan
import java.util.ArrayList;
import java.util.List;

class Keeper {
    static final Keeper KEEPER = new Keeper();

    volatile List<Object> kept = new ArrayList<>();
}

class Report {
    private final List<Object> lines;

    Report(Object line) {
        this.lines = new ArrayList<>();
        keep(Keeper.KEEPER);
        this.lines.add(line);    //~ race(lines) write
    }

    private void keep(Keeper keeper) {
        keeper.kept = lines;
    }
}

public class ConstructorListKept {
    static void report() {
        new Report("line");
        int size = Keeper.KEEPER.kept.size();    //~ race(lines) read
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(ConstructorListKept::report);
        Thread other = new Thread(ConstructorListKept::report);
        one.start();
        other.start();
        one.join();
        other.join();
    }
}
