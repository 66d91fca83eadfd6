//@ about: A list that an array backs writes to the array.
//@ engines: scan run predict

import java.util.Arrays;
import java.util.List;

public class ArrayAsListSet {
    public static void main(String[] args) {
        String[] names = {"Ada", "Bob"};
        List<String> list = Arrays.asList(names);
        new Thread(() -> {
            list.set(0, "Eve");    //~ FN[run,predict] race(names) write: the elements behind a list of an array are not followed
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        String name = names[0];    //~ FN[run,predict] race(names) read: the elements behind a list of an array are not followed
    }
}
