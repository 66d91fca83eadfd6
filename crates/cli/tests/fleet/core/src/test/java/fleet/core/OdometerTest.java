package fleet.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class OdometerTest {
    @Test
    void twoDriveAtOnce() throws InterruptedException {
        Odometer odometer = new Odometer();
        Thread first = new Thread(() -> drive(odometer));
        Thread second = new Thread(() -> drive(odometer));
        first.start();
        second.start();
        first.join();
        second.join();
        assertEquals(200, odometer.services());
    }

    private static void drive(Odometer odometer) {
        for (int round = 0; round < 100; round++) {
            odometer.drive(3);
            odometer.service();
        }
    }
}
