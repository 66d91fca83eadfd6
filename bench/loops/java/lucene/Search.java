package search;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.SimpleAnalyzer;
import org.apache.lucene.queryParser.ParseException;
import org.apache.lucene.queryParser.QueryParser;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.Version;

/** Searches in one index, each query in an iteration of a parallel loop; after DaCapo's lusearch. */
public final class Search {
    private Search() {}

    static IndexSearcher open(String[] arguments) throws IOException {
        return new IndexSearcher(FSDirectory.open(Index.place(arguments)), true);
    }

    static List<String> queries(int number) {
        List<String> queries = new ArrayList<>();
        String[] words = Index.WORDS;
        for (int i = 0; i < number; i++) {
            queries.add("+" + words[i % words.length] + " " + words[i / 3 % words.length] + "*");
        }
        return queries;
    }

    static Query parse(String text) {
        try {
            return new QueryParser(Version.LUCENE_29, "text", new SimpleAnalyzer()).parse(text);
        } catch (ParseException error) {
            throw new IllegalArgumentException(error);
        }
    }

    static TopDocs search(IndexSearcher searcher, Query query) {
        try {
            return searcher.search(query, 10);
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    public static void main(String[] arguments) throws IOException {
        IndexSearcher searcher = open(arguments);
        long hits = queries(500).parallelStream().mapToLong(text -> search(searcher, parse(text)).totalHits).sum();
        searcher.close();
        System.out.println("OK " + hits);
    }
}
