import javax.xml.transform.*;
import javax.xml.transform.stream.*;
import java.io.*;
import java.util.concurrent.atomic.*;

/** Xalan: N threads transform from a shared Templates (interpretive Xalan, not XSLTC). args: threads iters [factory] */
public class XalanLoad {
    public static void main(String[] a) throws Exception {
        int n = W.arg(a, 0, 4), iters = W.arg(a, 1, 150);
        String fac = W.arg(a, 2, "org.apache.xalan.processor.TransformerFactoryImpl");
        StringBuilder sb = new StringBuilder("<items>");
        for (int i = 0; i < 400; i++) sb.append("<item id='").append(i).append("' grp='g").append(i % 17).append("'><name>Item ").append(i * 7919 % 1000).append("</name><price>").append(i * 31 % 97).append("</price></item>");
        String xml = sb.append("</items>").toString();
        String xsl = "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>"
            + "<xsl:key name='g' match='item' use='@grp'/><xsl:output method='html' indent='yes'/>"
            + "<xsl:template match='/'><html><body><table><xsl:for-each select='items/item'><xsl:sort select='name'/><xsl:sort select='price' data-type='number' order='descending'/>"
            + "<tr class='{@grp}'><td><xsl:number/></td><td><xsl:value-of select='translate(name,\"abcdefg\",\"ABCDEFG\")'/></td><td><xsl:value-of select='format-number(price,\"#,##0.00\")'/></td><td><xsl:apply-templates select='.' mode='m'/></td></tr></xsl:for-each></table>"
            + "<p><xsl:value-of select='sum(//price)'/></p></body></html></xsl:template>"
            + "<xsl:template match='item' mode='m'><xsl:variable name='k' select='key(\"g\",@grp)'/><xsl:value-of select='count($k)'/>:<xsl:value-of select='sum($k/price)'/></xsl:template>"
            + "</xsl:stylesheet>";
        TransformerFactory tf = TransformerFactory.newInstance(fac, XalanLoad.class.getClassLoader());
        Templates t = tf.newTemplates(new StreamSource(new StringReader(xsl)));
        AtomicLong bytes = new AtomicLong();
        AtomicReference<String> ref = new AtomicReference<>();
        W.threads(n, id -> {
            for (int i = 0; i < iters; i++) {
                StringWriter w = new StringWriter();
                t.newTransformer().transform(new StreamSource(new StringReader(xml)), new StreamResult(w));
                String s = w.toString(); bytes.addAndGet(s.length());
                if (!ref.compareAndSet(null, s) && !ref.get().equals(s)) throw new IllegalStateException("output differs");
            }
        });
        W.done("xalan " + t.getClass().getName(), bytes.get());
    }
}
