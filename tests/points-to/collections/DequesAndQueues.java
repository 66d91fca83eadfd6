//@ about: Queues give what was put into them, and two queues are not mixed.

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;

public class DequesAndQueues {
    public static void main(String[] args) throws InterruptedException {
        Deque<Object> stack = new ArrayDeque<>();
        Deque<Object> other = new ArrayDeque<>();
        stack.push(new Object());                   //@site a
        other.addLast(new Object());                //@site b
        Expect.pointsTo(stack.pop(), "a");
        Expect.pointsTo(other.pollFirst(), "b");
        BlockingQueue<Object> queue = new LinkedBlockingQueue<>();
        BlockingQueue<Object> bounded = new ArrayBlockingQueue<>(1);
        queue.put(new Object());                    //@site c
        bounded.offer(new Object());                //@site d
        Expect.pointsTo(queue.take(), "c");
        Expect.pointsTo(bounded.poll(), "d");
        Queue<Object> concurrent = new ConcurrentLinkedQueue<>();
        concurrent.add(new Object());               //@site e
        Expect.pointsTo(concurrent.peek(), "e");
        List<Object> drained = new ArrayList<>();
        queue.drainTo(drained);
        Expect.pointsTo(drained.isEmpty() ? null : drained.get(0), "c");
    }
}
