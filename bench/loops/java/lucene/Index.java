package search;

import java.io.File;
import java.io.IOException;
import java.util.Random;
import org.apache.lucene.analysis.SimpleAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;

/** Writes an index of documents of random words; a program of its own, as searching is the loop. */
public final class Index {
    static final String[] WORDS = {
        "race", "lock", "thread", "loop", "task", "field", "array", "object", "heap", "stack", "index", "term",
    };

    private Index() {}

    /** Where the index is, if nothing else is said. */
    static File place(String[] arguments) {
        return arguments.length > 0
                ? new File(arguments[0])
                : new File(System.getProperty("java.io.tmpdir"), "deadheat-loops-index");
    }

    public static void main(String[] arguments) throws IOException {
        Directory directory = FSDirectory.open(place(arguments));
        IndexWriter writer =
                new IndexWriter(directory, new SimpleAnalyzer(), true, IndexWriter.MaxFieldLength.UNLIMITED);
        Random random = new Random(5);
        for (int i = 0; i < 300; i++) {
            writer.addDocument(document(i, random));
        }
        writer.optimize();
        writer.close();
    }

    private static Document document(int number, Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 30; i++) {
            text.append(WORDS[random.nextInt(WORDS.length)]).append(' ');
        }
        Document document = new Document();
        document.add(new Field("number", Integer.toString(number), Field.Store.YES, Field.Index.NOT_ANALYZED));
        document.add(new Field("text", text.toString(), Field.Store.NO, Field.Index.ANALYZED));
        return document;
    }
}
