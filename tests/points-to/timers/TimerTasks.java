//@ about: A timer runs the tasks that it is given.

import java.util.Timer;
import java.util.TimerTask;

public class TimerTasks {
    public static void main(String[] args) {
        Timer timer = new Timer(true);
        TimerTask one = new First();        //@site one
        TimerTask two = new Second();
        Expect.calls("First.run");
        timer.schedule(one, 0);
        Expect.calls("Second.run");
        timer.scheduleAtFixedRate(two, 0, 1_000_000);
        Expect.unreachable("Third.run");
        new Third();
        timer.cancel();
    }
}

class First extends TimerTask {
    @Override
    public void run() {
        Expect.pointsTo(this, "one");
    }
}

class Second extends TimerTask {
    @Override
    public void run() {
    }
}

class Third extends TimerTask {
    @Override
    public void run() {
    }
}
