//@ about: An initialiser starts a thread that initialises another class, though the main thread does so as well before it starts one.
//@ engines: scan

public class InitialiserStarts {
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

    static class Starter {
        static {
            new Thread(Used::touch).start();
        }

        static void touch() {
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Starter.touch();
        System.out.println(Count.made);    //~ race(made) read
        Used.touch();
        Thread last = new Thread(Used::touch);
        last.start();
        last.join();
    }
}
