import java.util.ArrayDeque;
import java.util.Random;

/**
 * Lifts are threads; people wait on floors, each of which is a monitor. A lift goes up and down, takes people who go its
 * way, and lets them out. Arguments: thousands of people, lifts.
 */
public final class Elevator {
    private static final int FLOORS = 24;
    private static final int ROOM = 8;

    /** Who goes where; whoever has the person has it alone. */
    private static final class Person {
        final int from;
        final int to;
        int rides;

        Person(int from, int to) {
            this.from = from;
            this.to = to;
        }
    }

    /** Everything under its monitor. */
    private static final class Floor {
        private final ArrayDeque<Person> up = new ArrayDeque<>();
        private final ArrayDeque<Person> down = new ArrayDeque<>();

        synchronized void arrive(Person person) {
            (person.to > person.from ? up : down).addLast(person);
        }

        synchronized Person leave(boolean isUp) {
            return (isUp ? up : down).pollFirst();
        }

        synchronized boolean isEmpty() {
            return up.isEmpty() && down.isEmpty();
        }
    }

    /** How many stand on floors, and how many are still to be brought somewhere; everything under its monitor. */
    private static final class Control {
        private int standing;
        private int remaining;
        private long travelled;

        Control(int people) {
            remaining = people;
        }

        synchronized void stands() {
            standing++;
            if (standing == 1) {
                notifyAll();
            }
        }

        synchronized void enter(int people) {
            standing -= people;
        }

        /** Whether somebody stands on a floor; a lift that is empty waits for that, or for the end. */
        synchronized boolean isNeeded() throws InterruptedException {
            while (standing == 0 && remaining > 0) {
                wait();
            }
            return standing > 0;
        }

        synchronized void arrived(int people, long floors) {
            remaining -= people;
            travelled += floors;
            if (remaining == 0) {
                notifyAll();
            }
        }

        synchronized long travelled() {
            return travelled;
        }
    }

    /** Only its own thread has it. */
    private static final class Lift {
        private final Floor[] floors;
        private final Control control;
        private final Person[] inside = new Person[ROOM];
        private int count;
        private int floor;
        private boolean isUp = true;

        Lift(Floor[] floors, Control control, int floor) {
            this.floors = floors;
            this.control = control;
            this.floor = floor;
        }

        void run() throws InterruptedException {
            while (count > 0 || control.isNeeded()) {
                letOut();
                letIn();
                move();
            }
        }

        private void letOut() {
            int out = 0;
            long travelled = 0;
            int kept = 0;
            for (int i = 0; i < count; i++) {
                Person person = inside[i];
                if (person.to == floor) {
                    person.rides++;
                    out++;
                    travelled += Math.abs(person.to - person.from);
                } else {
                    inside[kept++] = person;
                }
            }
            count = kept;
            if (out > 0) {
                control.arrived(out, travelled);
            }
        }

        private void letIn() {
            int before = count;
            while (count < ROOM) {
                Person person = floors[floor].leave(isUp);
                if (person == null) {
                    break;
                }
                inside[count++] = person;
            }
            if (count > before) {
                control.enter(count - before);
            }
        }

        private void move() {
            if (floor == (isUp ? FLOORS - 1 : 0)) {
                isUp = !isUp;
                return;
            }
            floor += isUp ? 1 : -1;
        }
    }

    private Elevator() {}

    public static void main(String[] arguments) throws Exception {
        int count = Team.argument(arguments, 0, 2000) * 1000;
        int lifts = Team.argument(arguments, 1, 4);
        Floor[] floors = new Floor[FLOORS];
        for (int i = 0; i < FLOORS; i++) {
            floors[i] = new Floor();
        }
        Control control = new Control(count);
        Person[] people = new Person[count];
        Random random = new Random(3);
        long expected = 0;
        for (int i = 0; i < count; i++) {
            int from = random.nextInt(FLOORS);
            int to = (from + 1 + random.nextInt(FLOORS - 1)) % FLOORS;
            people[i] = new Person(from, to);
            expected += Math.abs(to - from);
        }
        // One thread more: people come while the lifts run.
        Team.run(lifts + 1, number -> {
            if (number == lifts) {
                for (Person person : people) {
                    // First counted: else a lift could take one person more than there are.
                    control.stands();
                    floors[person.from].arrive(person);
                }
            } else {
                new Lift(floors, control, number % FLOORS).run();
            }
        });
        for (Person person : people) {
            Team.check(person.rides == 1, "a person had " + person.rides + " rides");
        }
        for (Floor floor : floors) {
            Team.check(floor.isEmpty(), "somebody waits");
        }
        Team.check(control.travelled() == expected, "floors travelled");
        Team.done("elevator", Long.toString(expected));
    }
}
