//@ about: A discrete event simulator: people press buttons, lifts are threads that share the floors; every floor is a monitor.
//@ engines: scan run predict
//@ paper: von Praun and Gross, Object Race Detection, elevator; Chord table 2.2
//@ args: 3
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.Enumeration;
import java.util.StringTokenizer;
import java.util.Vector;

public class Elevator {
    /** The number of floors; then the time, the floor of a person, and where the person goes. */
    static final String INPUT = """
            10
            1 1 5
            9 2 8
            4 10 1
            4 3 1
            6 6 7
            14 7 2
            3 1 10
            11 9 4
            17 5 6
            2 2 1
            20 8 3
            8 4 9
            21 1 2
            13 10 9
            16 3 7
            """;
    static final int REPEATS = 20;

    /** One press of a button that is still to come. */
    static class ButtonPress {
        final int time;
        final int onFloor;
        final int toFloor;

        ButtonPress(int time, int onFloor, int toFloor) {
            this.time = time;
            this.onFloor = onFloor;
            this.toFloor = toFloor;
        }
    }

    /** Actions in the order of their time; only the simulator's own thread has it. */
    static class ActionQueue {
        private final Vector<ButtonPress> actions = new Vector<>();

        void add(ButtonPress action) {
            int place = actions.size();
            while (place > 0 && actions.elementAt(place - 1).time > action.time) {
                place--;
            }
            actions.insertElementAt(action, place);
        }

        boolean isEmpty() {
            return actions.isEmpty();
        }

        ButtonPress next() {
            ButtonPress first = actions.firstElement();
            actions.removeElementAt(0);
            return first;
        }
    }

    /** A floor, where people wait; all fields under the floor's own monitor. */
    static class Floor {
        Vector<Integer> upPeople = new Vector<>();
        Vector<Integer> downPeople = new Vector<>();
        /** Whether a lift is on its way. */
        boolean upClaimed;
        boolean downClaimed;
    }

    /** The buttons of all floors. */
    static class Controls {
        private final Floor[] floors;
        /** People who wait on some floor, and whether more may come; under the monitor of the controls. */
        private int waiting;
        private boolean isClosed;
        private int delivered;

        Controls(int count) {
            floors = new Floor[count + 1];
            for (int i = 0; i <= count; i++) {
                floors[i] = new Floor();
            }
        }

        int top() {
            return floors.length - 1;
        }

        // Whoever presses a button is counted first: a lift that takes people who are not yet counted
        // would make the count negative, and the other lifts would think that nobody comes any more.
        void pushUp(int onFloor, int toFloor) {
            arrived();
            synchronized (floors[onFloor]) {
                floors[onFloor].upPeople.addElement(toFloor);
            }
        }

        void pushDown(int onFloor, int toFloor) {
            arrived();
            Floor floor = floors[onFloor];
            synchronized (floor) {
                floor.downPeople.addElement(toFloor);
            }
        }

        boolean claimUp(int onFloor) {
            synchronized (floors[onFloor]) {
                if (floors[onFloor].upClaimed || floors[onFloor].upPeople.isEmpty()) {
                    return false;
                }
                floors[onFloor].upClaimed = true;
                return true;
            }
        }

        boolean claimDown(int onFloor) {
            synchronized (floors[onFloor]) {
                if (floors[onFloor].downClaimed || floors[onFloor].downPeople.isEmpty()) {
                    return false;
                }
                floors[onFloor].downClaimed = true;
                return true;
            }
        }

        /** Those who want to go up; they are the caller's from now on. */
        Vector<Integer> upPeople(int onFloor) {
            Vector<Integer> people;
            synchronized (floors[onFloor]) {
                people = floors[onFloor].upPeople;
                floors[onFloor].upPeople = new Vector<>();
                floors[onFloor].upClaimed = false;
            }
            entered(people.size());
            return people;
        }

        Vector<Integer> downPeople(int onFloor) {
            Vector<Integer> people;
            synchronized (floors[onFloor]) {
                people = floors[onFloor].downPeople;
                floors[onFloor].downPeople = new Vector<>();
                floors[onFloor].downClaimed = false;
            }
            entered(people.size());
            return people;
        }

        /** Waits for someone to wait; false if nobody comes any more. */
        synchronized boolean awaitPeople() {
            while (waiting == 0 && !isClosed) {
                try {
                    wait();
                } catch (InterruptedException interrupted) {
                    return false;
                }
            }
            return waiting > 0;
        }

        synchronized void close() {
            isClosed = true;
            notifyAll();
        }

        synchronized void left(int count) {
            delivered += count;
        }

        synchronized int delivered() {
            return delivered;
        }

        private synchronized void arrived() {
            waiting++;
            notifyAll();
        }

        private synchronized void entered(int count) {
            waiting -= count;
            notifyAll();
        }
    }

    /** A lift: goes where somebody waits, and on in that direction while it has passengers. */
    static class Lift extends Thread {
        private static final int IDLE = 0;
        private static final int UP = 1;
        private static final int DOWN = 2;

        private final Controls controls;
        /** How many passengers want to leave on each floor. */
        private final int[] peopleFor;
        private int direction = IDLE;
        private int currentFloor = 1;
        private int passengers;

        Lift(int number, Controls controls) {
            super("lift " + number);
            this.controls = controls;
            this.peopleFor = new int[controls.top() + 1];
        }

        @Override
        public void run() {
            while (direction != IDLE || controls.awaitPeople()) {
                if (direction == IDLE) {
                    lookForPeople();
                } else {
                    serve();
                    move();
                }
            }
        }

        private void lookForPeople() {
            for (int floor = 1; floor <= controls.top(); floor++) {
                if (controls.claimUp(floor)) {
                    currentFloor = floor;
                    direction = UP;
                    return;
                }
                if (controls.claimDown(floor)) {
                    currentFloor = floor;
                    direction = DOWN;
                    return;
                }
            }
            // Another lift has claimed whoever waits.
            Thread.yield();
        }

        /** Lets people out and in. */
        private void serve() {
            int leaving = peopleFor[currentFloor];
            if (leaving > 0) {
                peopleFor[currentFloor] = 0;
                passengers -= leaving;
                controls.left(leaving);
            }
            Vector<Integer> people =
                    direction == UP ? controls.upPeople(currentFloor) : controls.downPeople(currentFloor);
            for (Enumeration<Integer> all = people.elements(); all.hasMoreElements();) {
                peopleFor[all.nextElement()]++;
                passengers++;
            }
        }

        private void move() {
            if (passengers == 0) {
                direction = IDLE;
            } else if (direction == UP) {
                currentFloor++;
            } else {
                currentFloor--;
            }
        }
    }

    private final ActionQueue events = new ActionQueue();
    private final Controls controls;
    private final Lift[] lifts;
    private int people;

    Elevator(String input, int count) throws IOException {
        BufferedReader reader = new BufferedReader(new StringReader(input));
        controls = new Controls(Integer.parseInt(reader.readLine().trim()));
        lifts = new Lift[count];
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            StringTokenizer words = new StringTokenizer(line);
            int time = Integer.parseInt(words.nextToken());
            int onFloor = Integer.parseInt(words.nextToken());
            int toFloor = Integer.parseInt(words.nextToken());
            for (int repeat = 0; repeat < REPEATS; repeat++) {
                events.add(new ButtonPress(time + 25 * repeat, onFloor, toFloor));
                people++;
            }
        }
    }

    void begin() throws InterruptedException {
        for (int i = 0; i < lifts.length; i++) {
            lifts[i] = new Lift(i, controls);
            lifts[i].start();
        }
        while (!events.isEmpty()) {
            ButtonPress press = events.next();
            if (press.toFloor > press.onFloor) {
                controls.pushUp(press.onFloor, press.toFloor);
            } else {
                controls.pushDown(press.onFloor, press.toFloor);
            }
        }
        controls.close();
        for (Lift lift : lifts) {
            lift.join();
        }
        System.out.println(controls.delivered() + " of " + people + " people were delivered");
        if (controls.delivered() != people) {
            throw new IllegalStateException("somebody is lost");
        }
    }

    public static void main(String[] args) throws Exception {
        int count = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        new Elevator(INPUT, count).begin();
    }
}
