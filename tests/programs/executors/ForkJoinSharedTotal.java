//@ about: A forked RecursiveAction and its parent add to one total before the join.
//@ engines: scan run predict

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

public class ForkJoinSharedTotal {
    private static int total;

    @SuppressWarnings("serial")
    static final class Child extends RecursiveAction {
        @Override
        protected void compute() {
            total++;    //~ race(total) write
            Unseen.at(1);
            Unseen.at(4);
        }
    }

    @SuppressWarnings("serial")
    static final class Parent extends RecursiveAction {
        @Override
        protected void compute() {
            Child child = new Child();
            child.fork();
            Unseen.at(2);
            total++;    //~ race(total) write
            Unseen.at(3);
            child.join();
        }
    }

    public static void main(String[] args) {
        new ForkJoinPool(2).invoke(new Parent());
    }
}
