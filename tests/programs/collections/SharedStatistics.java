//@ about: A thread adds to statistics that another one makes text of.
//@ engines: scan run predict

import java.util.IntSummaryStatistics;

public class SharedStatistics {
    public static void main(String[] args) {
        IntSummaryStatistics sizes = new IntSummaryStatistics();
        new Thread(() -> {
            sizes.accept(1);    //~ race(sizes) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        String text = "sizes: " + sizes;    //~ race(sizes) read
    }
}
