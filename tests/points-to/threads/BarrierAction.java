//@ about: A barrier runs its action when the last party arrives.

import java.util.concurrent.CyclicBarrier;

public class BarrierAction {
    public static void main(String[] args) throws Exception {
        Runnable action = () -> { };            //@site action
        CyclicBarrier barrier = new CyclicBarrier(1, action);
        CyclicBarrier plain = new CyclicBarrier(1);
        Expect.mayCall("lambda:action");
        barrier.await();
        Expect.neverCalls("lambda:action");
        plain.await();
    }
}
