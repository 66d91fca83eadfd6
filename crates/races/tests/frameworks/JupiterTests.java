import org.junit.jupiter.api.*;

class JupiterTests {
    private int field;
    private int racy;
    private int locked;
    static int shared;

    @BeforeAll
    static void first() {
        shared = 1;
    }

    @BeforeEach
    void setUp() {
        field = 1;
        racy = 0;
        shared++;
    }

    @Test
    void twoThreadsWithoutALock() throws Exception {
        Thread one = new Thread(() -> {
            racy++; // race
        });
        Thread two = new Thread(() -> {
            racy++; // race
        });
        one.start();
        two.start();
        one.join();
        two.join();
        if (racy > 2) {
            throw new AssertionError();
        }
    }

    @RepeatedTest
    void twoThreadsWithALock() throws Exception {
        field = 2;
        Thread one = new Thread(() -> {
            synchronized (this) {
                locked++;
            }
        });
        Thread two = new Thread(() -> {
            synchronized (this) {
                locked++;
            }
        });
        one.start();
        two.start();
        one.join();
        two.join();
        if (locked > 2) {
            throw new AssertionError();
        }
    }

    @Test
    void oneThreadThatEnds() throws Exception {
        field = 3;
        shared++;
        Thread one = new Thread(() -> {
            field++;
            shared++;
        });
        one.start();
        one.join();
        field++;
    }

    @AfterEach
    void tearDown() {
        field = 0;
        shared++;
    }

    @AfterAll
    static void last() {
        shared++;
    }
}

class OtherTests {
    @Test
    void sharesAStaticField() {
        JupiterTests.shared++;
    }
}
