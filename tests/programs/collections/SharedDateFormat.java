//@ about: Two threads format with one SimpleDateFormat, which keeps its work in a field.
//@ engines: scan run predict

import java.text.SimpleDateFormat;
import java.util.Date;

public class SharedDateFormat {
    public static void main(String[] args) {
        SimpleDateFormat format = new SimpleDateFormat("yyyy-MM-dd");
        new Thread(() -> {
            format.format(new Date(0));    //~ race(format) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        format.format(new Date(1));    //~ race(format) write
    }
}
