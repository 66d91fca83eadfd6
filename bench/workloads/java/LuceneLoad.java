import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.*;
import org.apache.lucene.index.*;
import org.apache.lucene.search.*;
import org.apache.lucene.store.*;
import java.util.Random;
import java.util.concurrent.atomic.*;

/** Lucene: half the threads index (ConcurrentMergeScheduler on), half search through SearcherManager. args: threads docsPerWriter */
public class LuceneLoad {
    static final String[] V = new String[4000];
    static { Random r = new Random(1); for (int i = 0; i < V.length; i++) { StringBuilder b = new StringBuilder(); for (int j = 0; j < 3 + r.nextInt(8); j++) b.append((char) ('a' + r.nextInt(26))); V[i] = b.toString(); } }
    static String word(Random r) { double d = r.nextDouble(); return V[(int) (d * d * d * V.length)]; }
    public static void main(String[] a) throws Exception {
        int n = W.arg(a, 0, 4), docs = W.arg(a, 1, 8000);
        Directory dir = new ByteBuffersDirectory();
        IndexWriterConfig cfg = new IndexWriterConfig(new StandardAnalyzer()).setRAMBufferSizeMB(1).setMergeScheduler(new ConcurrentMergeScheduler());
        IndexWriter w = new IndexWriter(dir, cfg);
        SearcherManager sm = new SearcherManager(w, new SearcherFactory());
        int writers = Math.max(1, n / 2);
        AtomicInteger live = new AtomicInteger(writers);
        LongAdder hits = new LongAdder(), queries = new LongAdder();
        W.threads(n, id -> {
            Random r = new Random(id);
            if (id < writers) {
                for (int i = 0; i < docs; i++) {
                    Document d = new Document();
                    d.add(new StringField("id", id + "-" + (i % (docs / 2)), Field.Store.YES));
                    StringBuilder b = new StringBuilder(); for (int j = 0; j < 60; j++) b.append(word(r)).append(' ');
                    d.add(new TextField("body", b.toString(), Field.Store.NO));
                    d.add(new NumericDocValuesField("p", r.nextInt(1000)));
                    w.updateDocument(new Term("id", id + "-" + (i % (docs / 2))), d);
                    if (i % 2000 == 1999) w.commit();
                }
                live.decrementAndGet();
            } else {
                while (live.get() > 0) {
                    sm.maybeRefresh();
                    IndexSearcher s = sm.acquire();
                    try {
                        for (int q = 0; q < 40; q++) {
                            BooleanQuery.Builder bq = new BooleanQuery.Builder();
                            bq.add(new TermQuery(new Term("body", word(r))), BooleanClause.Occur.SHOULD);
                            bq.add(new TermQuery(new Term("body", word(r))), BooleanClause.Occur.SHOULD);
                            if (q % 5 == 0) bq.add(new PhraseQuery("body", word(r), word(r)), BooleanClause.Occur.SHOULD);
                            hits.add(s.search(bq.build(), 10, new Sort(new SortField("p", SortField.Type.INT))).scoreDocs.length); queries.increment();
                        }
                    } finally { sm.release(s); }
                }
            }
        });
        w.forceMerge(1); w.commit(); sm.maybeRefreshBlocking();
        IndexSearcher s = sm.acquire(); int nd = s.getIndexReader().numDocs(); sm.release(s);
        sm.close(); w.close();
        if (nd != writers * (docs / 2)) throw new IllegalStateException("docs " + nd);
        System.out.println("queries=" + queries + " hits=" + hits);
        W.done("lucene docs", nd);
    }
}
