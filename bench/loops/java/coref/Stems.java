package coref;

import java.util.HashMap;
import java.util.Map;
import opennlp.tools.stemmer.PorterStemmer;

/** Stems of words, kept: a cache for each thread. */
final class Stems {
    private static final ThreadLocal<Stems> CACHE = ThreadLocal.withInitial(Stems::new);

    private final PorterStemmer stemmer = new PorterStemmer();
    private final Map<String, String> known = new HashMap<>();

    static String of(String word) {
        return CACHE.get().stem(word);
    }

    private String stem(String word) {
        return known.computeIfAbsent(word, stemmer::stem);
    }
}
