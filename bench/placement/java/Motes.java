/**
 * A network of small computers, each simulated by a thread of its own: a processor with registers, memory and timers that
 * interprets a program, and a radio. Nodes run in lock step: none goes into the next interval before all have ended this
 * one, and what is sent in one interval arrives in the next. Arguments: intervals, nodes.
 */
public final class Motes {
    private static final int CYCLES = 2000;
    private static final int MEMORY = 256;

    // The processor's instructions: four numbers each, the operation and up to three operands.
    private static final int LOAD = 0;
    private static final int STORE = 1;
    private static final int ADD = 2;
    private static final int XOR = 3;
    private static final int SHIFT = 4;
    private static final int IMMEDIATE = 5;
    private static final int BRANCH = 6;
    private static final int SEND = 7;
    private static final int RECEIVE = 8;
    private static final int SLEEP = 9;

    /** Mixes its memory, sends a word of it, takes what came in, and sleeps. */
    private static final int[] PROGRAM = {
        IMMEDIATE, 1, 32, 0,
        LOAD, 2, 1, 0,
        ADD, 3, 3, 2,
        SHIFT, 4, 3, 5,
        XOR, 3, 3, 4,
        STORE, 3, 1, 0,
        IMMEDIATE, 5, -1, 0,
        ADD, 1, 1, 5,
        BRANCH, 1, 1, 0,
        SEND, 3, 0, 0,
        RECEIVE, 6, 0, 0,
        XOR, 3, 3, 6,
        SLEEP, 40, 0, 0,
        BRANCH, 0, 0, 0,
    };

    /** Where nodes wait for one another; everything under its monitor. */
    private static final class LockStep {
        private final int nodes;
        private int waiting;
        private int interval;

        LockStep(int nodes) {
            this.nodes = nodes;
        }

        synchronized void await() throws InterruptedException {
            int mine = interval;
            waiting++;
            if (waiting == nodes) {
                waiting = 0;
                interval++;
                notifyAll();
                return;
            }
            while (interval == mine) {
                wait();
            }
        }
    }

    /** Words on the air, by sender: those of this interval and of the one before. */
    private static final class Medium {
        private final int[][] words;
        private final long[] sent;

        Medium(int nodes) {
            words = new int[2][nodes];
            sent = new long[nodes];
        }

        void send(int node, int interval, int word) {
            words[interval & 1][node] += word;
            sent[node]++;
        }

        /** What a node hears of its two neighbours. */
        int receive(int node, int interval) {
            int[] before = words[interval + 1 & 1];
            return before[(node + 1) % before.length] ^ before[(node + before.length - 1) % before.length];
        }

        void clear(int node, int interval) {
            words[interval & 1][node] = 0;
        }
    }

    /** Something that is to happen at a time; a list in the order of times. */
    private static final class Event {
        long time;
        int kind;
        Event next;
    }

    /** Events of one node; those that happened are used again. */
    private static final class EventQueue {
        private Event first;
        private Event free;

        void add(long time, int kind) {
            Event event = free;
            if (event == null) {
                event = new Event();
            } else {
                free = event.next;
            }
            event.time = time;
            event.kind = kind;
            if (first == null || first.time > time) {
                event.next = first;
                first = event;
                return;
            }
            Event before = first;
            while (before.next != null && before.next.time <= time) {
                before = before.next;
            }
            event.next = before.next;
            before.next = event;
        }

        /** The kind of the next event if its time has come, else -1. */
        int next(long time) {
            Event event = first;
            if (event == null || event.time > time) {
                return -1;
            }
            first = event.next;
            event.next = free;
            free = event;
            return event.kind;
        }
    }

    /** A computer; only its own thread has it. */
    private static final class Node {
        private final int number;
        private final Medium medium;
        private final int[] registers = new int[8];
        private final int[] memory = new int[MEMORY];
        private final EventQueue events = new EventQueue();
        private int counter;
        private long time;
        private long asleepUntil;
        private long ticks;

        Node(int number, Medium medium) {
            this.number = number;
            this.medium = medium;
            for (int i = 0; i < MEMORY; i++) {
                memory[i] = number * 7919 + i;
            }
            events.add(100 + number, 0);
            events.add(333, 1);
        }

        void run(int interval) {
            long end = time + CYCLES;
            medium.clear(number, interval);
            while (time < end) {
                happen();
                if (time >= asleepUntil) {
                    execute(interval);
                }
                time++;
            }
        }

        private void happen() {
            for (int kind = events.next(time); kind >= 0; kind = events.next(time)) {
                ticks++;
                events.add(time + (kind == 0 ? 100 : 333), kind);
            }
        }

        private void execute(int interval) {
            int at = 4 * counter++;
            int a = PROGRAM[at + 1];
            int b = PROGRAM[at + 2];
            int c = PROGRAM[at + 3];
            switch (PROGRAM[at]) {
                case LOAD:
                    registers[a] = memory[registers[b] & MEMORY - 1];
                    break;
                case STORE:
                    memory[registers[b] & MEMORY - 1] = registers[a];
                    break;
                case ADD:
                    registers[a] = registers[b] + registers[c];
                    break;
                case XOR:
                    registers[a] = registers[b] ^ registers[c];
                    break;
                case SHIFT:
                    registers[a] = registers[b] >>> c;
                    break;
                case IMMEDIATE:
                    registers[a] = b;
                    break;
                case BRANCH:
                    // To b if register a is not zero; with register 0, always.
                    counter = a == 0 || registers[a] != 0 ? b : counter;
                    break;
                case SEND:
                    medium.send(number, interval, registers[a]);
                    break;
                case RECEIVE:
                    registers[a] = medium.receive(number, interval);
                    break;
                default:
                    asleepUntil = time + a;
                    break;
            }
        }

        long checksum() {
            long sum = ticks;
            for (int word : memory) {
                sum = sum * 31 + word;
            }
            return sum;
        }
    }

    private Motes() {}

    public static void main(String[] arguments) throws Exception {
        int intervals = Team.argument(arguments, 0, 1500);
        int nodes = Team.argument(arguments, 1, 24);
        LockStep lockStep = new LockStep(nodes);
        Medium medium = new Medium(nodes);
        Node[] computers = new Node[nodes];
        for (int i = 0; i < nodes; i++) {
            computers[i] = new Node(i, medium);
        }
        Team.run(nodes, number -> {
            for (int interval = 0; interval < intervals; interval++) {
                computers[number].run(interval);
                lockStep.await();
            }
        });
        long checksum = 0;
        long expected = 0;
        for (long time = 333; time < (long) intervals * CYCLES; time += 333) {
            expected++;
        }
        for (Node node : computers) {
            long ticks = expected;
            for (long time = 100 + node.number; time < (long) intervals * CYCLES; time += 100) {
                ticks++;
            }
            Team.check(node.ticks == ticks, "node " + node.number + " had " + node.ticks + " ticks");
            checksum = checksum * 31 + node.checksum();
        }
        Team.done("motes", Long.toHexString(checksum));
    }
}
