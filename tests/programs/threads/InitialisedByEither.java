//@ about: Two threads use a class, and whichever is first runs its initialiser, which writes a field of another class.
//@ engines: scan

public class InitialisedByEither {
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
        if (args.length > 0) {
            Used.touch();
        }
        Thread other = new Thread(Used::touch);
        other.start();
        System.out.println(Count.made);    //~ race(made) read
        other.join();
    }
}
