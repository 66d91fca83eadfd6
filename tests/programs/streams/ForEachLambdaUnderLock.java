//@ about: A lambda that forEach runs at once runs under the caller's lock.
//@ engines: scan run predict lockset

import java.util.List;

public class ForEachLambdaUnderLock {
    private final Object lock = new Object();
    private int total;

    ForEachLambdaUnderLock(int total) {
        this.total = total;
    }

    void addAll(List<Integer> amounts) {
        synchronized (lock) {
            amounts.forEach(amount -> total += amount);
        }
    }

    public static void main(String[] args) {
        ForEachLambdaUnderLock sum = new ForEachLambdaUnderLock(100);
        new Thread(() -> sum.addAll(List.of(1, 2))).start();
        new Thread(() -> sum.addAll(List.of(3, 4))).start();
    }
}
