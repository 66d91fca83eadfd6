//@ about: A parser of the JDK calls a handler in each thread that has it parse.
//@ engines: scan run

import java.io.StringReader;
import javax.xml.parsers.SAXParserFactory;
import org.xml.sax.Attributes;
import org.xml.sax.InputSource;
import org.xml.sax.helpers.DefaultHandler;

public class CalledBackByParser {
    static class Counter extends DefaultHandler {
        static int elements;
        int own;

        @Override
        public void startElement(String uri, String local, String name, Attributes all) {
            elements++;    //~ race(elements) write
            own++;    //~ FP[scan] race(own) write: which handler a parser was given is not followed
        }
    }

    static void parse() {
        try {
            InputSource source = new InputSource(new StringReader("<a/>"));
            SAXParserFactory.newInstance().newSAXParser().parse(source, new Counter());
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            parse();
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            parse();
        }).start();
    }
}
