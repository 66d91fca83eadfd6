//@ about: A parser calls back for each element, and each time a thread is started: there are several.
//@ engines: scan

import java.io.ByteArrayInputStream;
import javax.xml.parsers.SAXParserFactory;
import org.xml.sax.Attributes;
import org.xml.sax.helpers.DefaultHandler;

public class ThreadOfCallback {
    static int count;

    static class Handler extends DefaultHandler {
        @Override
        public void startElement(String uri, String name, String qualified, Attributes attributes) {
            new Thread(ThreadOfCallback::increment).start();
        }
    }

    static void increment() {
        count++;    //~ race(count) write
    }

    public static void main(String[] args) throws Exception {
        byte[] text = "<a><b/></a>".getBytes();
        SAXParserFactory.newInstance().newSAXParser().parse(new ByteArrayInputStream(text), new Handler());
    }
}
