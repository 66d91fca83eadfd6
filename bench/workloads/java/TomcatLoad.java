import jakarta.servlet.http.*;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import java.io.*;
import java.net.*;
import java.nio.file.*;
import java.util.concurrent.atomic.*;

/** Embedded Tomcat on 127.0.0.1, N client threads with keep-alive; sessions, counters, deliberate unsynchronised hit counter in the servlet. args: threads requests */
public class TomcatLoad {
    public static class S extends HttpServlet {
        int hits;                       // deliberately racy: the classic servlet-field race
        final AtomicLong safe = new AtomicLong();
        @Override protected void doGet(HttpServletRequest q, HttpServletResponse p) throws IOException {
            hits++; safe.incrementAndGet();
            HttpSession s = q.getSession(true);
            Integer k = (Integer) s.getAttribute("k"); s.setAttribute("k", k == null ? 1 : k + 1);
            getServletContext().setAttribute("last", q.getParameter("x"));
            p.setContentType("text/plain"); PrintWriter w = p.getWriter();
            for (int i = 0; i < 20; i++) w.println("line " + i + " " + q.getParameter("x"));
        }
    }
    public static void main(String[] a) throws Exception {
        int n = W.arg(a, 0, 4), reqs = W.arg(a, 1, 2500);
        java.util.logging.Logger.getLogger("org.apache").setLevel(java.util.logging.Level.WARNING);
        Path base = Files.createTempDirectory(Paths.get(System.getProperty("wl.tmp", System.getProperty("java.io.tmpdir"))), "tc");
        Tomcat t = new Tomcat(); t.setBaseDir(base.toString());
        t.setHostname("localhost"); t.setPort(0);
        t.getConnector().setProperty("address", "127.0.0.1");
        t.getConnector().setProperty("maxThreads", "8");
        Context c = t.addContext("", base.toString());
        S s = new S(); Tomcat.addServlet(c, "s", s); c.addServletMappingDecoded("/s", "s");
        t.start();
        int port = t.getConnector().getLocalPort();
        AtomicLong bytes = new AtomicLong();
        W.threads(n, id -> {
            String cookie = null;
            for (int i = 0; i < reqs; i++) {
                HttpURLConnection h = (HttpURLConnection) new URL("http://127.0.0.1:" + port + "/s?x=" + i).openConnection();
                if (cookie != null && i % 50 != 0) h.setRequestProperty("Cookie", cookie);
                try (InputStream in = h.getInputStream()) { bytes.addAndGet(in.readAllBytes().length); }
                String sc = h.getHeaderField("Set-Cookie"); if (sc != null) cookie = sc.split(";")[0];
            }
        });
        t.stop(); t.destroy();
        System.out.println("racyHits=" + s.hits + " exact=" + s.safe);
        W.done("tomcat", bytes.get());
        System.exit(0);
    }
}
