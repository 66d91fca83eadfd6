//@ about: Branch and bound for a shortest round trip; workers read the shortest length so far without its lock.
//@ engines: scan run predict
//@ paper: von Praun and Gross, Object Race Detection, tsp; Chord table 2.2
//@ args: 3
import java.io.IOException;
import java.io.StreamTokenizer;
import java.io.StringReader;

public class Tsp {
    /** Distances: above the diagonal, row by row. */
    static final String MAP = """
            11
            29 20 21 16 31 100 12 4 31 18
            15 29 28 40 72 21 29 41 12
            15 14 25 81 9 23 27 13
            4 12 92 12 25 13 25
            16 94 9 20 16 22
            95 24 36 3 37
            90 101 99 84
            15 25 13
            35 18
            38
            """;
    /** Partial tours with fewer cities to go are solved without being split further. */
    static final int CITIES_FROM_END = 7;
    static final int MAX_TOURS = 2000;

    static int cities;
    static int[][] weights;
    /** The shortest edge of each city. */
    static int[] shortest;

    /** Guards the queue, the free elements and the splitting of tours. */
    static final Object TOUR_LOCK = new Object();
    /** Guards the shortest tour so far. */
    static final Object MIN_LOCK = new Object();

    static final MinTour MIN_TOUR = new MinTour();
    static final TourQueue QUEUE = new TourQueue();

    /** The best tour so far. */
    static class MinTour {
        /** Written under MIN_LOCK; read without it where an old value only costs time. */
        int length = Integer.MAX_VALUE;
        int[] path;

        void offer(int length, int[] path) {
            if (length >= this.length) {      //~ race(length) read
                return;
            }
            synchronized (MIN_LOCK) {
                if (length < this.length) {
                    this.length = length;      //~ race(length) write
                    this.path = path.clone();
                }
            }
        }
    }

    /** A partial tour; whoever took its number from the queue has it alone until it is free again. */
    static class TourElement {
        final int[] prefix;
        int count;
        int length;
        int lowerBound;

        TourElement(int cities) {
            prefix = new int[cities];
        }

        boolean holds(int city) {
            for (int i = 0; i < count; i++) {
                if (prefix[i] == city) {
                    return true;
                }
            }
            return false;
        }

        /** Becomes the tour of another one and one city more. */
        void extend(TourElement from, int city) {
            System.arraycopy(from.prefix, 0, prefix, 0, from.count);      //~ FP[scan] race(prefix) write: a worker has the tour alone whose number it took
            prefix[from.count] = city;      //~ FP[scan] race(prefix) write: a worker has the tour alone whose number it took
            count = from.count + 1;      //~ FP[scan] race(count) write: a worker has the tour alone whose number it took
            length = from.length + weights[from.prefix[from.count - 1]][city];      //~ FP[scan] race(tourLength) write: a worker has the tour alone whose number it took
            lowerBound = length + shortestOfTheRest();
        }

        private int shortestOfTheRest() {
            int sum = 0;
            for (int city = 0; city < cities; city++) {
                if (!holds(city)) {
                    sum += shortest[city];
                }
            }
            return sum;
        }
    }

    /** An entry of the queue: the number of a tour, and its lower bound. */
    static class PrioQElement {
        int index;
        int priority;
    }

    /** A heap of partial tours, the most promising first; everything under TOUR_LOCK. */
    static class TourQueue {
        TourElement[] tours;
        int[] free;
        int freeCount;
        PrioQElement[] heap;
        int last;

        /** Before there are threads. */
        void reset(int cities) {
            tours = new TourElement[MAX_TOURS];
            free = new int[MAX_TOURS];
            heap = new PrioQElement[MAX_TOURS + 1];
            for (int i = 0; i < MAX_TOURS; i++) {
                tours[i] = new TourElement(cities);
                free[freeCount++] = MAX_TOURS - 1 - i;
                heap[i + 1] = new PrioQElement();
            }
            TourElement start = tours[free[--freeCount]];
            start.prefix[0] = 0;
            start.count = 1;
            put(free[freeCount], 0);
        }

        /** The number of a tour to solve, or -1 if there is none that could be shorter. */
        int take() {
            synchronized (TOUR_LOCK) {
                while (last > 0) {
                    int index = removeFirst();
                    TourElement tour = tours[index];
                    if (tour.lowerBound >= MIN_TOUR.length) {      //~ race(length) read
                        release(index);
                    } else if (cities - tour.count <= CITIES_FROM_END) {
                        return index;
                    } else {
                        split(tour);
                        release(index);
                    }
                }
                return -1;
            }
        }

        void done(int index) {
            synchronized (TOUR_LOCK) {
                release(index);
            }
        }

        private void release(int index) {
            free[freeCount++] = index;
        }

        private void split(TourElement tour) {
            for (int city = 1; city < cities; city++) {
                if (!tour.holds(city)) {
                    int index = free[--freeCount];
                    TourElement longer = tours[index];
                    longer.extend(tour, city);
                    put(index, longer.lowerBound);
                }
            }
        }

        private void put(int index, int priority) {
            int place = ++last;
            heap[place].index = index;
            heap[place].priority = priority;
            while (place > 1 && heap[place / 2].priority > heap[place].priority) {
                swap(place, place / 2);
                place /= 2;
            }
        }

        private int removeFirst() {
            int index = heap[1].index;
            swap(1, last--);
            int place = 1;
            while (2 * place <= last) {
                int child = 2 * place;
                if (child < last && heap[child + 1].priority < heap[child].priority) {
                    child++;
                }
                if (heap[place].priority <= heap[child].priority) {
                    break;
                }
                swap(place, child);
                place = child;
            }
            return index;
        }

        private void swap(int one, int other) {
            PrioQElement element = heap[one];
            heap[one] = heap[other];
            heap[other] = element;
        }
    }

    /** A worker: takes partial tours and tries all their ends. */
    static class TspSolver extends Thread {
        final int number;
        int solved;
        /** Whether there was a whole tour already; its own lock begins another epoch, and orders nothing. */
        private boolean hasTour;

        TspSolver(int number) {
            this.number = number;
        }

        @Override
        public void run() {
            // The first two workers solve one tour each, one behind the other, and only then go on.
            Unseen.at(number == 0 ? 1 : number == 1 ? 3 : 4 + number);
            int index = QUEUE.take();
            if (index >= 0) {
                solve(index);
            }
            if (number < 2) {
                Unseen.at(number == 0 ? 2 : 4);
            }
            if (number == 0) {
                Unseen.at(5);
            }
            while (index >= 0) {
                QUEUE.done(index);
                index = QUEUE.take();
                if (index >= 0) {
                    solve(index);
                }
            }
        }

        private void solve(int index) {
            TourElement tour = QUEUE.tours[index];
            int[] path = new int[cities];
            boolean[] isVisited = new boolean[cities];
            for (int i = 0; i < tour.count; i++) {      //~ FP[scan] race(count) read: a worker has the tour alone whose number it took
                path[i] = tour.prefix[i];      //~ FP[scan] race(prefix) read: a worker has the tour alone whose number it took
                isVisited[path[i]] = true;
            }
            visit(path, isVisited, tour.count, tour.length);      //~ FP[scan] race(count) read; FP[scan] race(tourLength) read: a worker has the tour alone whose number it took
            solved++;
        }

        private synchronized void noteTour() {
            hasTour = true;
        }

        private void visit(int[] path, boolean[] isVisited, int count, int length) {
            int last = path[count - 1];
            if (count == cities) {
                if (!hasTour) {
                    noteTour();
                }
                MIN_TOUR.offer(length + weights[last][path[0]], path);
                return;
            }
            if (length >= MIN_TOUR.length) {      //~ race(length) read
                return;
            }
            for (int city = 1; city < cities; city++) {
                if (!isVisited[city]) {
                    isVisited[city] = true;
                    path[count] = city;
                    visit(path, isVisited, count + 1, length + weights[last][city]);
                    isVisited[city] = false;
                }
            }
        }
    }

    static void readMap(String map) throws IOException {
        StreamTokenizer numbers = new StreamTokenizer(new StringReader(map));
        numbers.nextToken();
        cities = (int) numbers.nval;
        weights = new int[cities][cities];
        shortest = new int[cities];
        for (int i = 0; i < cities; i++) {
            for (int j = i + 1; j < cities; j++) {
                numbers.nextToken();
                weights[i][j] = (int) numbers.nval;
                weights[j][i] = weights[i][j];
            }
        }
        for (int i = 0; i < cities; i++) {
            shortest[i] = Integer.MAX_VALUE;
            for (int j = 0; j < cities; j++) {
                if (i != j) {
                    shortest[i] = Math.min(shortest[i], weights[i][j]);
                }
            }
        }
    }

    public static void main(String[] args) throws Exception {
        int workers = Math.max(2, args.length > 0 ? Integer.parseInt(args[0]) : 2);
        readMap(MAP);
        QUEUE.reset(cities);
        TspSolver[] solvers = new TspSolver[workers];
        for (int i = 0; i < workers; i++) {
            solvers[i] = new TspSolver(i);
            solvers[i].start();
        }
        int solved = 0;
        for (TspSolver solver : solvers) {
            solver.join();
            solved += solver.solved;
        }
        StringBuilder path = new StringBuilder();
        for (int city : MIN_TOUR.path) {
            path.append(' ').append(city);
        }
        System.out.println("length " + MIN_TOUR.length + ", " + solved + " tours solved, path" + path);
    }
}
