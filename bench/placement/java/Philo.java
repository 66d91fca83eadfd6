/**
 * Philosophers at one table, which they lock to take both forks or to wait for them; they think about numbers.
 * Arguments: thousands of meals of each, philosophers.
 */
public final class Philo {
    /** Everything under its monitor. */
    private static final class Table {
        private final boolean[] isTaken;
        private long meals;

        Table(int forks) {
            isTaken = new boolean[forks];
        }

        synchronized void take(int left) throws InterruptedException {
            int right = (left + 1) % isTaken.length;
            while (isTaken[left] || isTaken[right]) {
                wait();
            }
            isTaken[left] = true;
            isTaken[right] = true;
            meals++;
        }

        synchronized void putBack(int left) {
            isTaken[left] = false;
            isTaken[(left + 1) % isTaken.length] = false;
            notifyAll();
        }

        synchronized long meals() {
            return meals;
        }
    }

    /** A fork counts how often it was used: whoever has it has it alone. */
    private static final class Fork {
        int uses;
    }

    private static final class Philosopher {
        private final int[] thoughts = new int[64];
        private int thought;

        void think(int about) {
            for (int i = 0; i < thoughts.length; i++) {
                thought = thought * 31 + about + i;
                thoughts[i] ^= thought;
            }
        }
    }

    private Philo() {}

    public static void main(String[] arguments) throws Exception {
        int meals = Team.argument(arguments, 0, 800) * 1000;
        int philosophers = Math.max(2, Team.argument(arguments, 1, 5));
        Table table = new Table(philosophers);
        Fork[] forks = new Fork[philosophers];
        Philosopher[] people = new Philosopher[philosophers];
        for (int i = 0; i < philosophers; i++) {
            forks[i] = new Fork();
            people[i] = new Philosopher();
        }
        Team.run(philosophers, number -> {
            for (int meal = 0; meal < meals; meal++) {
                people[number].think(meal);
                table.take(number);
                forks[number].uses++;
                forks[(number + 1) % philosophers].uses++;
                table.putBack(number);
            }
        });
        long checksum = 0;
        for (int i = 0; i < philosophers; i++) {
            Team.check(forks[i].uses == 2 * meals, "fork " + i + " was used " + forks[i].uses + " times");
            checksum = checksum * 31 + people[i].thought;
        }
        Team.check(table.meals() == (long) meals * philosophers, "a meal is missing");
        Team.done("philo", Long.toHexString(checksum));
    }
}
