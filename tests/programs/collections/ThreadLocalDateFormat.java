//@ about: Each thread formats with a SimpleDateFormat of its own.
//@ engines: scan run predict

import java.text.SimpleDateFormat;
import java.util.Date;

public class ThreadLocalDateFormat {
    private static final ThreadLocal<SimpleDateFormat> FORMAT =
            ThreadLocal.withInitial(() -> new SimpleDateFormat("yyyy-MM-dd"));

    public static void main(String[] args) {
        new Thread(() -> FORMAT.get().format(new Date(0))).start();
        FORMAT.get().format(new Date(1));
    }
}
