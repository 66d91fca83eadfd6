//@ about: The thread that counts an atomic number down to zero reads what all others wrote.
//@ engines: run predict

import java.util.concurrent.atomic.AtomicInteger;

public class LastOneMerges {
    public static void main(String[] args) {
        int[] parts = new int[4];
        AtomicInteger left = new AtomicInteger(parts.length);
        for (int i = 0; i < parts.length; i++) {
            int number = i;
            new Thread(() -> {
                parts[number] = number;
                if (left.decrementAndGet() == 0) {
                    int sum = 0;
                    for (int part : parts) {
                        sum += part;
                    }
                    parts[0] = sum;
                }
            }).start();
        }
    }
}
