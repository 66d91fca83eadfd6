//@ about: A class is used several times in one method: who used it first there knows what its initialiser did, and goes on knowing it.
//@ engines: run

public class UsedAgain {
    static class Table {
        static final int[] NUMBERS = new int[4];
        static int[] spare = new int[4];

        static {
            for (int i = 0; i < NUMBERS.length; i++) {
                NUMBERS[i] = i;
                spare[i] = -i;
            }
            COUNT.made = 1;
        }
    }

    static class Count {
        int made;
    }

    static final Count COUNT = new Count();

    static int sum(int turns) {
        int sum = Table.NUMBERS[0] + COUNT.made;
        for (int i = 0; i < turns; i++) {
            sum += Table.NUMBERS[i] + Table.spare[i] + COUNT.made;
        }
        return sum + Table.spare[0];
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> {
            System.out.println(sum(4));
            Unseen.at(1);
        });
        Thread second = new Thread(() -> {
            Unseen.at(2);
            System.out.println(sum(4));
        });
        first.start();
        second.start();
        first.join();
        second.join();
    }
}
