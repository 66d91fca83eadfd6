//@ about: To close an executor of threads per task is to wait for all of its tasks.
//@ engines: run predict
//@ jdk: 21

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class ExecutorClosed {
    public static void main(String[] args) {
        int[] cells = new int[8];
        try (ExecutorService tasks = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
            for (int i = 0; i < cells.length / 2; i++) {
                int at = i;
                tasks.submit(() -> cells[at]++);
            }
        }
        try (ExecutorService tasks = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < cells.length; i++) {
                int at = i;
                tasks.execute(() -> cells[at]++);
            }
        }
        int sum = 0;
        for (int cell : cells) {
            sum += cell;
        }
    }
}
