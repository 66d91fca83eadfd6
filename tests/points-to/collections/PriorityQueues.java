//@ about: A priority queue compares its elements and gives them back.

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;

public class PriorityQueues {
    public static void main(String[] args) {
        Comparator<Object> order = (x, y) -> {      //@site order
            Expect.pointsTo(x, "a", "b");
            Expect.pointsTo(y, "a", "b");
            return 0;
        };
        Queue<Object> queue = new PriorityQueue<>(order);
        Object a = new Object();                    //@site a
        Object b = new Object();                    //@site b
        queue.add(a);
        Expect.calls("lambda:order");
        queue.offer(b);
        Expect.pointsTo(queue.poll(), "a", "b");
        Expect.pointsTo(queue.peek(), "a", "b");
    }
}
