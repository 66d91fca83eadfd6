//@ about: A parent reads after the join what its forked RecursiveAction wrote.
//@ engines: scan run predict

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

public class ForkJoinReadAfterJoin {
    private static int total;

    @SuppressWarnings("serial")
    static final class Child extends RecursiveAction {
        @Override
        protected void compute() {
            total++;
        }
    }

    @SuppressWarnings("serial")
    static final class Parent extends RecursiveAction {
        @Override
        protected void compute() {
            Child child = new Child();
            child.fork();
            child.join();
            total++;
        }
    }

    public static void main(String[] args) {
        new ForkJoinPool(2).invoke(new Parent());
    }
}
