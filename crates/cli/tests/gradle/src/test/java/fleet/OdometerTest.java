package fleet;

import static org.junit.Assert.assertTrue;

import org.junit.Test;

public class OdometerTest {
    @Test
    public void twoDriveAtOnce() throws InterruptedException {
        Odometer odometer = new Odometer();
        Thread other = new Thread(() -> odometer.drive(1));
        other.start();
        odometer.drive(1);
        other.join();
        assertTrue(odometer.kilometres() > 0);
    }
}
