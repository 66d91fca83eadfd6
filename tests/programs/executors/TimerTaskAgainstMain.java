//@ about: A java.util.Timer's task writes what main reads without waiting for it.
//@ engines: scan run predict

import java.util.Timer;
import java.util.TimerTask;

public class TimerTaskAgainstMain {
    private static int ticks;

    public static void main(String[] args) {
        Timer timer = new Timer();
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                ticks = 1;    //~ race(ticks) write
                Unseen.at(1);
            }
        }, 0);
        Unseen.at(2);
        int seen = ticks;    //~ race(ticks) read
        timer.cancel();
    }
}
