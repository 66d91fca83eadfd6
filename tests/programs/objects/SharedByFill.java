//@ about: One object is put into all elements of a published array.
//@ engines: scan

import java.util.Arrays;

public class SharedByFill {
    static final class Counter {
        int count;
    }

    static volatile Counter[] counters;

    public static void main(String[] args) throws InterruptedException {
        Counter counter = new Counter();
        Counter[] made = new Counter[2];
        Arrays.fill(made, counter);
        Thread other = new Thread(() -> counters[1].count++);    //~ race(count) write
        counters = made;
        other.start();
        counter.count++;    //~ race(count) write
        other.join();
    }
}
