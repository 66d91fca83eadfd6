//@ about: Main writes a field after it scheduled the timer task that reads it.
//@ engines: scan run predict
import java.util.Timer;
import java.util.TimerTask;

public class TimerBeforeWrite {
    static int value;

    public static void main(String[] args) {
        Timer timer = new Timer();
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                Unseen.at(2);
                int seen = value;      //~ race(value) read
                timer.cancel();
            }
        }, 0);
        value = 1;      //~ race(value) write
        Unseen.at(1);
    }
}
