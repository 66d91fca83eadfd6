//@ about: A class is initialised before its constructor's arguments are computed: who makes an object knows what was done there.
//@ engines: run

public class InitialisedForArguments {
    static class Count {
        int made;
    }

    static class Above {
        static {
            COUNT.made = 1;
        }
    }

    static class Used extends Above {
        final int number;

        Used(int number) {
            this.number = number;
        }
    }

    static final Count COUNT = new Count();

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> {
            new Used(0);
            Unseen.at(1);
        });
        Thread second = new Thread(() -> {
            Unseen.at(2);
            System.out.println(new Used(COUNT.made).number);
        });
        first.start();
        second.start();
        first.join();
        second.join();
    }
}
