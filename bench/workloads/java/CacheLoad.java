import com.github.benmanes.caffeine.cache.*;
import com.google.common.cache.CacheBuilder;
import com.google.common.cache.CacheLoader;
import com.google.common.util.concurrent.*;
import com.google.common.eventbus.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

/** Guava's LoadingCache, ListenableFuture and AsyncEventBus, and Caffeine, on N threads. args: threads iters */
public class CacheLoad {
    public static class L { final AtomicLong n = new AtomicLong(); @Subscribe @AllowConcurrentEvents public void on(Integer i) { n.incrementAndGet(); } }
    public static void main(String[] a) throws Exception {
        int n = W.arg(a, 0, 4), iters = W.arg(a, 1, 300000);
        com.google.common.cache.LoadingCache<Integer, String> g = CacheBuilder.newBuilder().maximumSize(500).concurrencyLevel(4).expireAfterAccess(50, TimeUnit.MILLISECONDS).recordStats().build(new CacheLoader<Integer, String>() { public String load(Integer k) { return "v" + k; } });
        com.github.benmanes.caffeine.cache.LoadingCache<Integer, String> c = Caffeine.newBuilder().maximumSize(500).expireAfterWrite(50, TimeUnit.MILLISECONDS).recordStats().build(k -> "v" + k);
        ListeningExecutorService ex = MoreExecutors.listeningDecorator(Executors.newFixedThreadPool(2));
        AsyncEventBus bus = new AsyncEventBus(ex); L l = new L(); bus.register(l);
        AtomicLong bad = new AtomicLong();
        W.threads(n, id -> {
            Random r = new Random(id); RateLimiter rl = RateLimiter.create(1e9);
            for (int i = 0; i < iters; i++) {
                int k = r.nextInt(1000);
                if (!g.get(k).equals("v" + k) || !c.get(k).equals("v" + k)) bad.incrementAndGet();
                if (i % 100 == 0) { g.invalidate(k); c.invalidate(k); bus.post(i); rl.acquire(); }
                if (i % 500 == 0) Futures.allAsList(ex.submit(() -> k), ex.submit(() -> k + 1)).get();
            }
        });
        ex.shutdown(); ex.awaitTermination(10, TimeUnit.SECONDS);
        if (bad.get() > 0) throw new IllegalStateException();
        System.out.println(g.stats() + " " + c.stats());
        W.done("cache", l.n.get());
        System.exit(0);
    }
}
