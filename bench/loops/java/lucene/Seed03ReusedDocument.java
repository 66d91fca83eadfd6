package search;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.stream.IntStream;
import org.apache.lucene.analysis.SimpleAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.store.RAMDirectory;

// race: Field, reused for all documents though several are added at once
public final class Seed03ReusedDocument {
    private final Field text = new Field("text", "", Field.Store.NO, Field.Index.ANALYZED);
    private final Document document = new Document();

    private void add(IndexWriter writer, int number) {
        try {
            text.setValue(Index.WORDS[number % Index.WORDS.length]); // seeded
            writer.addDocument(document); // seeded
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    public static void main(String[] arguments) throws IOException {
        IndexWriter writer = new IndexWriter(
                new RAMDirectory(), new SimpleAnalyzer(), IndexWriter.MaxFieldLength.UNLIMITED);
        Seed03ReusedDocument reused = new Seed03ReusedDocument();
        reused.document.add(reused.text);
        IntStream.range(0, 100).parallel().forEach(i -> reused.add(writer, i));
        writer.close();
    }
}
