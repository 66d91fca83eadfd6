package search;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.Scorer;

// race: hits and base of a collector that all searches use
public final class Seed02SharedCollector extends Collector {
    private int base;
    private long hits;

    @Override
    public void setScorer(Scorer scorer) {}

    @Override
    public void collect(int document) {
        hits += base + document; // seeded
    }

    @Override
    public void setNextReader(IndexReader reader, int base) {
        this.base = base; // seeded
    }

    @Override
    public boolean acceptsDocsOutOfOrder() {
        return true;
    }

    private void search(IndexSearcher searcher, Query query) {
        try {
            searcher.search(query, this);
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    public static void main(String[] arguments) throws IOException {
        Seed02SharedCollector collector = new Seed02SharedCollector();
        IndexSearcher searcher = Search.open(arguments);
        Search.queries(200).parallelStream().forEach(text -> collector.search(searcher, Search.parse(text)));
        System.out.println(collector.hits);
    }
}
