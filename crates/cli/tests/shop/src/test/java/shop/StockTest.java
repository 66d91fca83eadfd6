package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.Mockito.atLeastOnce;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class StockTest {
    @Test
    void twoTakeAtOnce() throws InterruptedException {
        Supplier supplier = mock(Supplier.class);
        when(supplier.order(anyInt())).thenReturn(10);
        Stock stock = new Stock(supplier);
        CountDownLatch begun = new CountDownLatch(2);
        Thread[] threads = new Thread[2];
        for (int number = 0; number < threads.length; number++) {
            threads[number] = new Thread(() -> {
                begun.countDown();
                for (int round = 0; round < 100; round++) {
                    stock.take();
                }
            });
            threads[number].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(200, stock.guarded());
        verify(supplier, atLeastOnce()).order(10);
    }
}
