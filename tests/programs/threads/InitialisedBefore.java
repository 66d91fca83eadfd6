//@ about: A class is initialised before the other thread that uses it starts; its initialiser writes a field of another class.
//@ engines: scan run predict

public class InitialisedBefore {
    static class Count {
        static int made;
    }

    static class Used {
        static {
            Count.made = 1;
        }

        static void touch() {
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Used.touch();
        Thread other = new Thread(Used::touch);
        other.start();
        System.out.println(Count.made);
        other.join();
    }
}
