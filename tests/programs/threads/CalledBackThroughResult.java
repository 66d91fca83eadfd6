//@ about: A handler that is in an object of the JDK, a stream in another: code that nobody looks into calls both, which scan does not see.
//@ engines: scan run

import java.io.InputStream;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.sax.SAXResult;
import javax.xml.transform.stream.StreamSource;
import org.xml.sax.Attributes;
import org.xml.sax.helpers.DefaultHandler;

public class CalledBackThroughResult {
    static class Counter extends DefaultHandler {
        static int elements;

        @Override
        public void startElement(String uri, String local, String name, Attributes all) {
            elements++;    //~ FN[scan] race(elements) write: what is in a SAXResult is not followed
        }
    }

    static class Source extends InputStream {
        static int reads;
        private static final byte[] TEXT = "<a/>".getBytes();
        private int next;

        @Override
        public int read() {
            reads++;    //~ FN[scan] race(reads) write: what is in a StreamSource is not followed
            return next < TEXT.length ? TEXT[next++] : -1;
        }
    }

    static void transform() {
        try {
            StreamSource source = new StreamSource(new Source());
            TransformerFactory.newInstance().newTransformer().transform(source, new SAXResult(new Counter()));
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            transform();
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            transform();
        }).start();
    }
}
