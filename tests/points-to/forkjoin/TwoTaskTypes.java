//@ about: Joining one task does not give what another one returned.

import java.util.concurrent.RecursiveTask;

public class TwoTaskTypes {
    public static void main(String[] args) {
        First first = new First();
        Second second = new Second();
        Expect.calls("First.compute");
        first.fork();
        Expect.calls("Second.compute");
        Object two = second.invoke();
        Object one = first.join();
        Expect.pointsTo(one, "a");
        Expect.pointsTo(two, "b");
        Expect.pointsTo(first.getRawResult(), "a");
    }
}

class First extends RecursiveTask<Object> {
    @Override
    protected Object compute() {
        return new Object();        //@site a
    }
}

class Second extends RecursiveTask<Object> {
    @Override
    protected Object compute() {
        return new Object();        //@site b
    }
}
