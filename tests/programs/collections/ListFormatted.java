//@ about: A list is one of the arguments of a format, and printed, while another thread adds to it.
//@ engines: scan run predict

import java.util.ArrayList;
import java.util.List;

public class ListFormatted {
    public static void main(String[] args) {
        List<String> names = new ArrayList<>();
        List<String> own = new ArrayList<>();
        new Thread(() -> {
            names.add("Ada");    //~ race(names) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        String text = String.format("%d: %s", own.size(), names);    //~ race(names) read
        System.out.println(names);    //~ race(names) read
        System.out.printf("%s %s%n", text, own);
    }
}
