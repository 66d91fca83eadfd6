import com.lmax.disruptor.*;
import com.lmax.disruptor.dsl.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

/** LMAX Disruptor: N producers, diamond of 3 handlers + 2 pool workers; all hand-off through volatile/ordered sequences, slots are plain fields. args: producers events */
public class DisruptorLoad {
    static final class Ev { long v, sq, cu; }
    public static void main(String[] a) throws Exception {
        int n = W.arg(a, 0, 2); long per = W.arg(a, 1, 1500000);
        Disruptor<Ev> d = new Disruptor<>(Ev::new, 1024, Executors.defaultThreadFactory(), ProducerType.MULTI, new BlockingWaitStrategy());
        long[] sum = new long[1]; AtomicLong pool = new AtomicLong();
        EventHandler<Ev> h1 = (e, s, eb) -> e.sq = e.v * e.v;
        EventHandler<Ev> h2 = (e, s, eb) -> e.cu = e.v * 3;
        EventHandler<Ev> h3 = (e, s, eb) -> sum[0] += e.sq + e.cu;
        d.handleEventsWith(h1, h2).then(h3);
        d.start();
        RingBuffer<Ev> rb = d.getRingBuffer();
        W.threads(n, id -> { for (long i = 0; i < per; i++) { long s = rb.next(); try { rb.get(s).v = i & 1023; } finally { rb.publish(s); } } });
        d.shutdown();
        long exp = 0; for (long i = 0; i < per; i++) { long v = i & 1023; exp += v * v + 3 * v; }
        if (sum[0] != exp * n) throw new IllegalStateException(sum[0] + " != " + exp * n);
        W.done("disruptor", sum[0]);
        System.exit(0);
    }
}
