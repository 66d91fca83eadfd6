//@ about: A recursive task forks itself; join gives what compute returned.

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

public class RecursiveTaskSum {
    public static void main(String[] args) {
        ForkJoinPool pool = new ForkJoinPool(2);
        Part root = new Part(3);            //@site root
        Expect.calls("Part.compute");
        Object result = pool.invoke(root);
        Expect.pointsTo(result, "leaf", "inner");
        pool.shutdown();
    }
}

class Part extends RecursiveTask<Object> {
    private final int depth;

    Part(int depth) {
        this.depth = depth;
    }

    @Override
    protected Object compute() {
        Expect.pointsTo(this, "root", "left", "right");
        if (depth == 0) {
            return new Object();            //@site leaf
        }
        Part left = new Part(depth - 1);    //@site left
        Part right = new Part(depth - 1);   //@site right
        Expect.calls("Part.compute");
        left.fork();
        Expect.calls("Part.compute");
        Object one = right.compute();
        Object two = left.join();
        Expect.pointsTo(one, "leaf", "inner");
        Expect.pointsTo(two, "leaf", "inner");
        return new Object();                //@site inner
    }
}
