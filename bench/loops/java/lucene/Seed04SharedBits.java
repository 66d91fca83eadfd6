package search;

import java.io.IOException;
import java.util.BitSet;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;

// race: BitSet of the documents that were found by any search
public final class Seed04SharedBits {
    public static void main(String[] arguments) throws IOException {
        IndexSearcher searcher = Search.open(arguments);
        BitSet found = new BitSet();
        Search.queries(200).parallelStream().forEach(text -> {
            for (ScoreDoc hit : Search.search(searcher, Search.parse(text)).scoreDocs) {
                found.set(hit.doc); // seeded
            }
        });
        System.out.println(found.cardinality());
    }
}
