import org.apache.logging.log4j.*;
import org.apache.logging.log4j.core.LoggerContext;
import java.util.concurrent.atomic.*;

/** log4j2: N threads log through asynchronous loggers and appenders, and one of them reconfigures. args: threads msgs */
public class Log4j2Load {
    public static void main(String[] a) throws Exception {
        int n = W.arg(a, 0, 4), msgs = W.arg(a, 1, 60000);
        Logger[] ls = new Logger[8]; for (int i = 0; i < 8; i++) ls[i] = LogManager.getLogger("app.l" + i);
        AtomicLong c = new AtomicLong();
        W.threads(n, id -> {
            ThreadContext.put("t", "" + id);
            for (int i = 0; i < msgs; i++) {
                ls[i & 7].info("hello {} from {} at {}", i, id, "x");
                if (i % 1000 == 0) ls[i & 7].warn("oops", new RuntimeException("r" + i));
                c.incrementAndGet();
                if (id == 0 && i % 20000 == 10000) ((LoggerContext) LogManager.getContext(false)).reconfigure();
                if (id == 1 && i % 3000 == 0) org.apache.logging.log4j.core.config.Configurator.setLevel("app.l3", i % 6000 == 0 ? Level.DEBUG : Level.INFO);
            }
        });
        LogManager.shutdown();
        W.done("log4j2", c.get());
        System.exit(0);
    }
}
