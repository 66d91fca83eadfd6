package unit;

import org.junit.runner.Description;
import org.junit.runner.JUnitCore;
import org.junit.runner.notification.RunListener;
import org.junit.runner.notification.RunListener.ThreadSafe;

// race: started, of a listener that says it is thread-safe and so is called without JUnit's lock
@ThreadSafe
public final class Seed01CountingListener extends RunListener {
    private int started;

    @Override
    public void testStarted(Description description) {
        started++; // seeded
    }

    public static void main(String[] arguments) {
        Seed01CountingListener listener = new Seed01CountingListener();
        Unit.classes(20).parallelStream().forEach(type -> {
            JUnitCore core = new JUnitCore();
            core.addListener(listener);
            core.run(type);
        });
        System.out.println(listener.started);
    }
}
