import java.util.Random;
import java.util.concurrent.atomic.LongAdder;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;

/** Lucene: N threads search one index that does not change, and read what they find. args: threads queriesPerThread docs */
public class LuceneSearchLoad {
    public static void main(String[] a) throws Exception {
        int n = W.arg(a, 0, 4), queries = W.arg(a, 1, 4000), docs = W.arg(a, 2, 4000);
        Directory directory = new ByteBuffersDirectory();
        Random words = new Random(1);
        try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig(new StandardAnalyzer()))) {
            for (int i = 0; i < docs; i++) writer.addDocument(LuceneIndexLoad.document(words, i));
            writer.forceMerge(1);
        }
        LongAdder found = new LongAdder();
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
            IndexSearcher searcher = new IndexSearcher(reader);
            W.threads(n, id -> {
                Random random = new Random(id);
                for (int i = 0; i < queries; i++) {
                    BooleanQuery.Builder query = new BooleanQuery.Builder();
                    query.add(new TermQuery(new Term("body", LuceneIndexLoad.word(random))), BooleanClause.Occur.SHOULD);
                    query.add(new TermQuery(new Term("body", LuceneIndexLoad.word(random))), BooleanClause.Occur.SHOULD);
                    if (i % 5 == 0) query.add(new PhraseQuery(2, "body", LuceneIndexLoad.word(random), LuceneIndexLoad.word(random)), BooleanClause.Occur.SHOULD);
                    for (ScoreDoc hit : searcher.search(query.build(), 10).scoreDocs) {
                        found.add(reader.storedFields().document(hit.doc).get("id").length() + hit.doc);
                    }
                }
            });
        }
        if (found.sum() == 0) throw new IllegalStateException("nothing was found");
        W.done("lusearch", found.sum());
    }
}
