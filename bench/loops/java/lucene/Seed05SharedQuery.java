package search;

import java.io.IOException;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;

// race: BooleanQuery, to which every iteration adds a clause
public final class Seed05SharedQuery {
    private static void extend(BooleanQuery query, String word) {
        TermQuery term = new TermQuery(new Term("text", word));
        query.add(term, BooleanClause.Occur.SHOULD); // seeded
    }

    public static void main(String[] arguments) throws IOException {
        BooleanQuery query = new BooleanQuery();
        Search.queries(200).parallelStream().forEach(text -> extend(query, text));
        IndexSearcher searcher = Search.open(arguments);
        System.out.println(Search.search(searcher, query).totalHits);
    }
}
