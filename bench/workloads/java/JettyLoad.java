import org.eclipse.jetty.server.*;
import org.eclipse.jetty.server.handler.AbstractHandler;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import javax.servlet.http.*;
import java.io.*;
import java.net.*;
import java.util.concurrent.atomic.*;

/** Embedded Jetty on 127.0.0.1: N threads get a page that its handler writes. args: threads requests */
public class JettyLoad {
    public static void main(String[] a) throws Exception {
        int n = W.arg(a, 0, 4), reqs = W.arg(a, 1, 2500);
        System.setProperty("org.eclipse.jetty.LEVEL", "WARN");
        Server s = new Server(new QueuedThreadPool(8));
        ServerConnector sc = new ServerConnector(s); sc.setHost("127.0.0.1"); sc.setPort(0); s.addConnector(sc);
        AtomicLong served = new AtomicLong();
        s.setHandler(new AbstractHandler() {
            @Override public void handle(String t, Request b, HttpServletRequest q, HttpServletResponse p) throws IOException {
                p.setContentType("text/plain"); PrintWriter w = p.getWriter(); for (int i = 0; i < 20; i++) w.println("line " + i + q.getParameter("x")); b.setHandled(true); served.incrementAndGet();
            }
        });
        s.start();
        int port = sc.getLocalPort();
        AtomicLong bytes = new AtomicLong();
        W.threads(n, id -> {
            for (int i = 0; i < reqs; i++) {
                HttpURLConnection h = (HttpURLConnection) new URL("http://127.0.0.1:" + port + "/s?x=" + i).openConnection();
                try (InputStream in = h.getInputStream()) { bytes.addAndGet(in.readAllBytes().length); }
            }
        });
        s.stop();
        W.done("jetty", served.get());
        System.exit(0);
    }
}
