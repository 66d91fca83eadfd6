//@ about: A parser calls back for each element, and each time a new object becomes the lock: it is not one lock.
//@ engines: scan

import java.io.ByteArrayInputStream;
import javax.xml.parsers.SAXParserFactory;
import org.xml.sax.Attributes;
import org.xml.sax.helpers.DefaultHandler;

public class LockOfCallback {
    static volatile Object lock;
    static int count;

    static class Handler extends DefaultHandler {
        @Override
        public void startElement(String uri, String name, String qualified, Attributes attributes) {
            lock = new Object();
        }
    }

    static void parse() throws Exception {
        byte[] text = "<a><b/></a>".getBytes();
        SAXParserFactory.newInstance().newSAXParser().parse(new ByteArrayInputStream(text), new Handler());
    }

    static void increment() {
        synchronized (lock) {
            count++;    //~ race(count) write
        }
    }

    public static void main(String[] args) throws Exception {
        parse();
        Thread other = new Thread(LockOfCallback::increment);
        other.start();
        parse();
        increment();
        other.join();
    }
}
