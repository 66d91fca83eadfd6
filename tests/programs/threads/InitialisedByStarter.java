//@ about: The method that starts the threads has initialised the class before, by a method that makes an object of it.
//@ engines: scan run predict

public class InitialisedByStarter {
    static class Count {
        static int made;
    }

    static class Used {
        static {
            Count.made = 1;
        }
    }

    static void prepare() {
        new Used();
    }

    static void begin() throws InterruptedException {
        prepare();
        Thread other = new Thread(Used::new);
        other.start();
        System.out.println(Count.made);
        other.join();
    }

    public static void main(String[] args) throws InterruptedException {
        begin();
    }
}
