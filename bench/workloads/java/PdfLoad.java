import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.graphics.image.LosslessFactory;
import org.apache.pdfbox.rendering.PDFRenderer;

/** PDFBox: N threads read one document, each for itself, and render its pages to pictures. args: threads iters pages */
public class PdfLoad {
    /** Kept, as loggers that nobody holds forget their level. */
    static final java.util.logging.Logger LOG = java.util.logging.Logger.getLogger("org.apache.pdfbox");
    public static void main(String[] a) throws Exception {
        int n = W.arg(a, 0, 4), iters = W.arg(a, 1, 3), pages = W.arg(a, 2, 4);
        LOG.setLevel(java.util.logging.Level.SEVERE);
        byte[] document = document(pages);
        AtomicLong sum = new AtomicLong();
        W.threads(n, id -> {
            for (int i = 0; i < iters; i++) {
                try (PDDocument loaded = PDDocument.load(document)) {
                    PDFRenderer renderer = new PDFRenderer(loaded);
                    for (int page = 0; page < pages; page++) sum.addAndGet(checksum(renderer.renderImageWithDPI(page, 60)));
                }
            }
        });
        W.done("pdfbox", sum.get());
        System.exit(0);
    }
    static byte[] document(int pages) throws Exception {
        try (PDDocument document = new PDDocument()) {
            BufferedImage picture = new BufferedImage(160, 120, BufferedImage.TYPE_INT_RGB);
            for (int y = 0; y < 120; y++) for (int x = 0; x < 160; x++) picture.setRGB(x, y, x * 31 ^ y * 7919);
            for (int number = 0; number < pages; number++) {
                PDPage page = new PDPage();
                document.addPage(page);
                try (PDPageContentStream content = new PDPageContentStream(document, page)) {
                    for (int line = 0; line < 40; line++) {
                        content.beginText();
                        content.setFont(line % 3 == 0 ? PDType1Font.TIMES_BOLD : PDType1Font.HELVETICA, 9 + line % 5);
                        content.newLineAtOffset(50, 740 - 15 * line);
                        content.showText("Page " + number + ", line " + line + ": lorem ipsum dolor sit amet consectetur adipiscing elit");
                        content.endText();
                        content.moveTo(50, 20 + 3 * line);
                        content.curveTo(150, 5 * line, 300, 200 - 4 * line, 500, 20 + 3 * line);
                        content.stroke();
                    }
                    content.drawImage(LosslessFactory.createFromImage(document, picture), 360, 400);
                }
            }
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            document.save(out);
            return out.toByteArray();
        }
    }
    static long checksum(BufferedImage image) {
        long sum = 0;
        for (int y = 0; y < image.getHeight(); y += 3) for (int x = 0; x < image.getWidth(); x += 3) sum = sum * 31 + image.getRGB(x, y);
        return sum;
    }
}
