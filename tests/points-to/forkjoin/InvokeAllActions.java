//@ about: invokeAll runs both actions, or all of a collection.

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;

public class InvokeAllActions {
    public static void main(String[] args) {
        First first = new First();
        Second second = new Second();
        Expect.calls("First.compute", "Second.compute");
        ForkJoinTask.invokeAll(first, second);
        List<First> more = new ArrayList<>();
        more.add(new First());
        Expect.calls("First.compute");
        ForkJoinTask.invokeAll(more);
    }
}

class First extends RecursiveAction {
    @Override
    protected void compute() {
    }
}

class Second extends RecursiveAction {
    @Override
    protected void compute() {
    }
}
