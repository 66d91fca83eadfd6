//@ about: Main writes a field before it schedules the timer task that reads it.
//@ engines: run predict
import java.util.Timer;
import java.util.TimerTask;

public class TimerAfterWrite {
    static int value;

    public static void main(String[] args) {
        Timer timer = new Timer();
        value = 1;
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                int seen = value;
                timer.cancel();
            }
        }, 0);
    }
}
