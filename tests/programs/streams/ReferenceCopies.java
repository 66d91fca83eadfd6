//@ about: A reference to a constructor reads a list that another thread writes.
//@ engines: scan

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

public class ReferenceCopies {
    public static void main(String[] args) throws InterruptedException {
        List<Integer> list = new ArrayList<>(8);
        Function<List<Integer>, List<Integer>> copy = ArrayList::new;    //~ race(list) read
        Thread writer = new Thread(() -> list.add(1));    //~ race(list) write
        writer.start();
        List<Integer> copied = copy.apply(list);
        writer.join();
    }
}
