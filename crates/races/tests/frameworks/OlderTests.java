import org.junit.jupiter.api.Nested;

class Counter {
    int count;
    int silent;

    void increment() {
        count++; // race
    }

    void quietly() {
        synchronized (this) {
            silent++;
        }
    }
}

abstract class Twice {
    static void twice(Runnable task) throws Exception {
        Thread one = new Thread(task);
        Thread two = new Thread(task);
        one.start();
        two.start();
        one.join();
        two.join();
    }
}

abstract class Base {
    Counter counter;

    @org.junit.Before
    public void make() {
        counter = new Counter();
    }
}

public class OlderTests extends Base {
    @org.junit.Test
    public void increments() throws Exception {
        Counter own = counter;
        Twice.twice(own::increment);
    }

    public void testIsNoneHere() throws Exception {
        Twice.twice(() -> counter.count = 7);
    }
}

class ByName extends junit.framework.TestCase {
    private int field;
    private int[] array;

    protected void setUp() {
        array = new int[1];
    }

    public void testIncrement() throws Exception {
        Thread one = new Thread(() -> array[0]++); // race
        one.start();
        array[0]++; // race
        one.join();
    }

    public void testField() {
        field++;
    }

    public void helper() {
        new Thread(() -> field++).start();
    }
}

class OneObject {
    private int field;
    private int racy;

    @org.testng.annotations.BeforeMethod
    public void before() {
        field++;
    }

    @org.testng.annotations.Test
    public void one() {
        field++;
    }

    @org.testng.annotations.Test
    public void two() throws Exception {
        Thread thread = new Thread(() -> racy++); // race
        thread.start();
        racy++; // race
        field++;
    }
}

class Outer {
    int[] made;

    @org.junit.jupiter.api.BeforeEach
    void make() {
        made = new int[1];
    }

    @Nested
    class Inner {
        @org.junit.jupiter.api.Test
        void usesWhatTheOuterOneMade() {
            Thread thread = new Thread(() -> made[0]++); // race
            thread.start();
            made[0]++; // race
        }
    }
}
