package fleet.app;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class DepotTest {
    @Test
    void carsComeAndGo() throws InterruptedException {
        Depot depot = new Depot();
        Thread[] threads = new Thread[2];
        for (int number = 0; number < threads.length; number++) {
            threads[number] = new Thread(() -> depot.car("red").drive(1));
            threads[number].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertTrue(depot.car("red").kilometres() > 0);
    }
}
