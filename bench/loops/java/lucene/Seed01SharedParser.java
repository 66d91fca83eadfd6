package search;

import java.io.IOException;
import org.apache.lucene.analysis.SimpleAnalyzer;
import org.apache.lucene.queryParser.ParseException;
import org.apache.lucene.queryParser.QueryParser;
import org.apache.lucene.queryParser.TokenMgrError;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.Version;

// race: QueryParser, which is a parser with a state and not thread-safe
public final class Seed01SharedParser {
    private final QueryParser parser = new QueryParser(Version.LUCENE_29, "text", new SimpleAnalyzer());

    private Query parse(String text) {
        try {
            return parser.parse(text); // seeded
        } catch (ParseException | TokenMgrError | RuntimeException raced) {
            return Search.parse(text);
        }
    }

    public static void main(String[] arguments) throws IOException {
        Seed01SharedParser shared = new Seed01SharedParser();
        IndexSearcher searcher = Search.open(arguments);
        Search.queries(200).parallelStream().forEach(text -> {
            Query query = shared.parse(text);
            Search.search(searcher, query);
        });
    }
}
