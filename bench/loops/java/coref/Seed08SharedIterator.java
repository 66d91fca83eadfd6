package coref;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// race: an iterator from which several workers take documents
public final class Seed08SharedIterator {
    private static Integer work(Iterator<Document> documents, Resolver resolver) {
        int done = 0;
        while (documents.hasNext()) { // seeded
            try {
                Document document = documents.next(); // seeded
                resolver.resolve(document);
                done++;
            } catch (NoSuchElementException raced) {
                return done;
            }
        }
        return done;
    }

    public static void main(String[] arguments) throws InterruptedException {
        Iterator<Document> documents = new ArrayList<>(Coref.documents(50)).iterator();
        Resolver resolver = new Resolver(new Lexicon());
        List<Callable<Integer>> workers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            workers.add(() -> work(documents, resolver));
        }
        ExecutorService pool = Executors.newFixedThreadPool(workers.size());
        System.out.println(pool.invokeAll(workers).size());
        pool.shutdown();
    }
}
