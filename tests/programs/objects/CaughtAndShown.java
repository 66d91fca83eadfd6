//@ about: Exceptions hold new objects; those who catch them, one caller away or two, show these to others, and go on with them.
//@ engines: scan
class Report extends RuntimeException {
    final Draft draft;

    Report(Draft draft) {
        this.draft = draft;
    }
}

class Draft {
    static volatile Draft shown = new Draft();
    int length;
    int pages;

    private Draft() {}

    Draft(int length) {
        try {
            check(length);
        } catch (Report report) {
            shown = report.draft;
        }
        this.length = length; //~ race(length) write
    }

    private void check(int length) {
        if (length > 0) {
            throw new Report(this);
        }
    }

    void checkAll() {
        check(length);
    }

    static void print() {
        Draft draft = new Draft(0);
        try {
            draft.checkAll();
        } catch (Report report) {
            shown = report.draft;
        }
        draft.pages = 1; //~ race(pages) write
    }
}

public class CaughtAndShown {
    static void read() {
        Draft draft = Draft.shown;
        System.out.println(draft.length); //~ race(length) read
        System.out.println(draft.pages); //~ race(pages) read
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> System.out.println(new Draft(1).length));
        Thread two = new Thread(Draft::print);
        Thread other = new Thread(CaughtAndShown::read);
        one.start();
        two.start();
        other.start();
        one.join();
        two.join();
        other.join();
    }
}
