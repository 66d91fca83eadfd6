import java.util.Random;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;

/** Lucene: N threads add documents to one index, and nobody searches. args: threads docsPerThread */
public class LuceneIndexLoad {
    public static void main(String[] a) throws Exception {
        int n = W.arg(a, 0, 4), docs = W.arg(a, 1, 3000);
        Directory directory = new ByteBuffersDirectory();
        try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig(new StandardAnalyzer()).setRAMBufferSizeMB(2))) {
            W.threads(n, id -> {
                Random random = new Random(id);
                for (int i = 0; i < docs; i++) {
                    writer.addDocument(document(random, id * docs + i));
                }
            });
            writer.forceMerge(1);
        }
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
            if (reader.numDocs() != n * docs || reader.leaves().size() != 1) throw new IllegalStateException("docs " + reader.numDocs());
            W.done("luindex", reader.getSumTotalTermFreq("body"));
        }
    }
    static Document document(Random random, int id) {
        Document document = new Document();
        document.add(new StringField("id", Integer.toString(id), Field.Store.YES));
        StringBuilder body = new StringBuilder();
        for (int i = 0; i < 60; i++) body.append(word(random)).append(' ');
        document.add(new TextField("body", body.toString(), Field.Store.YES));
        document.add(new NumericDocValuesField("number", random.nextInt(1000)));
        return document;
    }
    /** Some words are much more frequent than others. */
    static String word(Random random) {
        double place = random.nextDouble();
        return "w" + Integer.toString((int) (place * place * place * 4000) * 7919, 36);
    }
}
