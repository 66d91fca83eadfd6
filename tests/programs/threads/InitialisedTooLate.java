//@ about: The main thread initialises a class for sure, but only after it has started a thread that may do so first.
//@ engines: scan

public class InitialisedTooLate {
    static class Count {
        static int made;
    }

    static class Used {
        static {
            Count.made = 1;    //~ race(made) write
        }

        static void touch() {
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(Used::touch);
        other.start();
        System.out.println(Count.made);    //~ race(made) read
        Used.touch();
        Thread last = new Thread(Used::touch);
        last.start();
        other.join();
        last.join();
    }
}
