//@ about: A list is made text in four ways while another thread adds to it; each asks the list, which reads it.
//@ engines: scan run predict

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

public class ListMadeText {
    public static void main(String[] args) {
        List<String> names = new ArrayList<>();
        new Thread(() -> {
            names.add("Ada");    //~ race(names) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        StringBuilder text = new StringBuilder();
        text.append(names);    //~ race(names) read
        text.append(String.valueOf(names));    //~ race(names) read
        text.append(Objects.toString(names));    //~ race(names) read
        text.append("all: " + names);    //~ race(names) read
    }
}
