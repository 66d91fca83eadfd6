import java.util.ArrayDeque;
import java.util.Random;

/**
 * The shortest round trip, by branch and bound: threads take beginnings of trips from a stack and try all their ends; the
 * shortest length so far is volatile, so that nobody waits to read it. Arguments: the number of cities, threads.
 */
public final class Tsp {
    /** Beginnings of this many cities are split among the threads. */
    private static final int SPLIT = 4;

    /** The begin of a trip. */
    private static final class Begin {
        final int[] cities;
        final int length;

        Begin(int[] cities, int length) {
            this.cities = cities;
            this.length = length;
        }
    }

    /** The shortest trip so far. */
    private static final class Shortest {
        /** Written under the monitor. */
        private volatile int length;
        /** Under the monitor. */
        private int[] trip;

        synchronized void offer(int offered, int[] by) {
            if (offered < length) {
                length = offered;
                trip = by.clone();
            }
        }

        synchronized int[] trip() {
            return trip;
        }
    }

    private final int[][] distances;
    /** The way out of each city that is the shortest. */
    private final int[] leaves;
    private final int count;
    private final Shortest shortest = new Shortest();
    /** Under its own monitor. */
    private final ArrayDeque<Begin> stack = new ArrayDeque<>();

    private Tsp(int count) {
        this.count = count;
        distances = new int[count][count];
        leaves = new int[count];
        Random random = new Random(5);
        int[][] places = new int[count][2];
        for (int[] place : places) {
            place[0] = random.nextInt(1000);
            place[1] = random.nextInt(1000);
        }
        for (int i = 0; i < count; i++) {
            leaves[i] = Integer.MAX_VALUE;
            for (int j = 0; j < count; j++) {
                double across = Math.hypot(places[i][0] - places[j][0], places[i][1] - places[j][1]);
                distances[i][j] = (int) Math.round(across);
                leaves[i] = i == j ? leaves[i] : Math.min(leaves[i], distances[i][j]);
            }
        }
        shortest.length = Integer.MAX_VALUE;
    }

    private Begin take() {
        synchronized (stack) {
            return stack.pollLast();
        }
    }

    /** All beginnings of some cities, before there are threads. */
    private void split(int[] trip, boolean[] isVisited, int visited, int length) {
        if (visited == SPLIT) {
            stack.addLast(new Begin(trip.clone(), length));
            return;
        }
        for (int city = count - 1; city > 0; city--) {
            if (!isVisited[city]) {
                isVisited[city] = true;
                trip[visited] = city;
                split(trip, isVisited, visited + 1, length + distances[trip[visited - 1]][city]);
                isVisited[city] = false;
            }
        }
    }

    private void work() {
        for (Begin begin = take(); begin != null; begin = take()) {
            boolean[] isVisited = new boolean[count];
            for (int i = 0; i < SPLIT; i++) {
                isVisited[begin.cities[i]] = true;
            }
            visit(begin.cities, isVisited, SPLIT, begin.length);
        }
    }

    private void visit(int[] trip, boolean[] isVisited, int visited, int length) {
        int last = trip[visited - 1];
        if (visited == count) {
            shortest.offer(length + distances[last][trip[0]], trip);
            return;
        }
        int bound = length + leaves[last];
        for (int city = 1; city < count; city++) {
            if (!isVisited[city]) {
                bound += leaves[city];
            }
        }
        if (bound >= shortest.length) {
            return;
        }
        for (int city = 1; city < count; city++) {
            if (!isVisited[city]) {
                isVisited[city] = true;
                trip[visited] = city;
                visit(trip, isVisited, visited + 1, length + distances[last][city]);
                isVisited[city] = false;
            }
        }
    }

    public static void main(String[] arguments) throws Exception {
        int cities = Team.argument(arguments, 0, 15);
        int threads = Team.argument(arguments, 1, 4);
        Tsp problem = new Tsp(cities);
        problem.split(new int[cities], new boolean[cities], 1, 0);
        Team.run(threads, number -> problem.work());
        int length = 0;
        int[] trip = problem.shortest.trip();
        boolean[] isVisited = new boolean[cities];
        for (int i = 0; i < cities; i++) {
            length += problem.distances[trip[i]][trip[(i + 1) % cities]];
            isVisited[trip[i]] = true;
        }
        for (boolean visited : isVisited) {
            Team.check(visited, "a city is missing");
        }
        Team.check(length == problem.shortest.length, "the trip is not as long as it says");
        Team.done("tsp", Integer.toString(length));
    }
}
