//@ about: Parts of two arrays are sorted, one of them by a comparator, while another thread reads them.
//@ engines: scan run predict

import java.util.Arrays;
import java.util.Comparator;

public class SortedInPart {
    public static void main(String[] args) {
        int[] numbers = {3, 1, 2};
        String[] names = {"c", "a", "b"};
        new Thread(() -> {
            Arrays.sort(numbers, 0, 2);    //~ race(numbers) write
            Arrays.sort(names, 0, 2, Comparator.reverseOrder());    //~ race(names) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        int number = numbers[0];    //~ race(numbers) read
        String name = names[0];    //~ race(names) read
    }
}
