import org.apache.mina.core.buffer.IoBuffer;
import org.apache.mina.core.future.ConnectFuture;
import org.apache.mina.core.service.IoHandlerAdapter;
import org.apache.mina.core.session.*;
import org.apache.mina.filter.codec.*;
import org.apache.mina.filter.codec.textline.TextLineCodecFactory;
import org.apache.mina.filter.executor.*;
import org.apache.mina.transport.socket.nio.*;
import java.net.*;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

/** Apache MINA: text-line echo through ExecutorFilter on loopback. args: connections messages */
public class MinaLoad {
    public static void main(String[] a) throws Exception {
        int conns = W.arg(a, 0, 4), msgs = W.arg(a, 1, 8000);
        NioSocketAcceptor acc = new NioSocketAcceptor(2);
        acc.getFilterChain().addLast("codec", new ProtocolCodecFilter(new TextLineCodecFactory(StandardCharsets.UTF_8)));
        OrderedThreadPoolExecutor ex = new OrderedThreadPoolExecutor(2, 4);
        acc.getFilterChain().addLast("exec", new ExecutorFilter(ex));
        acc.setHandler(new IoHandlerAdapter() { public void messageReceived(IoSession s, Object m) { s.write("echo " + m); } });
        acc.bind(new InetSocketAddress("127.0.0.1", 0));
        NioSocketConnector con = new NioSocketConnector(2);
        con.getFilterChain().addLast("codec", new ProtocolCodecFilter(new TextLineCodecFactory(StandardCharsets.UTF_8)));
        CountDownLatch done = new CountDownLatch(conns); AtomicLong got = new AtomicLong();
        con.setHandler(new IoHandlerAdapter() {
            public void messageReceived(IoSession s, Object m) { got.incrementAndGet(); int[] k = (int[]) s.getAttribute("k"); if (++k[0] == msgs) done.countDown(); else if (k[1] < msgs) { k[1]++; s.write("m" + k[1]); } }
            public void sessionOpened(IoSession s) { int[] k = new int[2]; s.setAttribute("k", k); for (int i = 0; i < 16; i++) { k[1]++; s.write("m" + k[1]); } }
        });
        for (int i = 0; i < conns; i++) con.connect(acc.getLocalAddress()).awaitUninterruptibly();
        if (!done.await(60, TimeUnit.SECONDS)) System.exit(4);
        con.dispose(); acc.unbind(); acc.dispose(); ex.shutdown();
        W.done("mina", got.get());
        System.exit(0);
    }
}
