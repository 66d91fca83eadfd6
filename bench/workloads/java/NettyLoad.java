import io.netty.bootstrap.*;
import io.netty.buffer.*;
import io.netty.channel.*;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.*;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.netty.handler.codec.LengthFieldPrepender;
import java.net.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

/** Netty echo on loopback: 2 server loops, 2 client loops, C connections with a window of pipelined frames. args: connections messages */
public class NettyLoad {
    public static void main(String[] a) throws Exception {
        int conns = W.arg(a, 0, 8), msgs = W.arg(a, 1, 20000);
        EventLoopGroup boss = new NioEventLoopGroup(1), wk = new NioEventLoopGroup(2), cl = new NioEventLoopGroup(2);
        ServerBootstrap sb = new ServerBootstrap().group(boss, wk).channel(NioServerSocketChannel.class).childHandler(new ChannelInitializer<SocketChannel>() {
            protected void initChannel(SocketChannel ch) {
                ch.pipeline().addLast(new LengthFieldBasedFrameDecoder(65536, 0, 4, 0, 4), new LengthFieldPrepender(4), new ChannelInboundHandlerAdapter() {
                    public void channelRead(ChannelHandlerContext c, Object m) { c.write(m); }
                    public void channelReadComplete(ChannelHandlerContext c) { c.flush(); }
                });
            }
        });
        Channel srv = sb.bind(InetAddress.getByName("127.0.0.1"), 0).sync().channel();
        int port = ((InetSocketAddress) srv.localAddress()).getPort();
        LongAdder got = new LongAdder(); CountDownLatch done = new CountDownLatch(conns);
        Bootstrap b = new Bootstrap().group(cl).channel(NioSocketChannel.class).handler(new ChannelInitializer<SocketChannel>() {
            protected void initChannel(SocketChannel ch) {
                ch.pipeline().addLast(new LengthFieldBasedFrameDecoder(65536, 0, 4, 0, 4), new LengthFieldPrepender(4), new SimpleChannelInboundHandler<ByteBuf>() {
                    int sent, recv;
                    public void channelActive(ChannelHandlerContext c) { for (int i = 0; i < 32; i++) send(c); c.flush(); }
                    void send(ChannelHandlerContext c) { if (sent < msgs) { sent++; c.write(c.alloc().buffer(64).writeLong(sent).writeZero(56)); } }
                    protected void channelRead0(ChannelHandlerContext c, ByteBuf m) { if (m.readLong() != ++recv) throw new IllegalStateException(); got.increment(); send(c); if (recv == msgs) { c.close(); done.countDown(); } }
                    public void channelReadComplete(ChannelHandlerContext c) { c.flush(); }
                });
            }
        });
        for (int i = 0; i < conns; i++) b.connect("127.0.0.1", port).sync();
        if (!done.await(120, TimeUnit.SECONDS)) System.exit(4);
        srv.close().sync();
        for (EventLoopGroup g : new EventLoopGroup[] {boss, wk, cl}) g.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
        W.done("netty", got.sum());
        System.exit(0);
    }
}
