package coref;

import java.util.HashMap;
import java.util.Map;
import opennlp.tools.stemmer.PorterStemmer;

// race: KNOWN, a map in a static field, as in the paper's program
public final class Seed01StaticCache extends Resolver {
    private static final Map<String, String> KNOWN = new HashMap<>();

    Seed01StaticCache() {
        super(new Lexicon());
    }

    @Override
    String stem(String token) {
        String stem = KNOWN.get(token); // seeded
        if (stem == null) {
            stem = new PorterStemmer().stem(token);
            KNOWN.put(token, stem); // seeded
        }
        return stem;
    }

    public static void main(String[] arguments) {
        Resolver resolver = new Seed01StaticCache();
        Coref.documents(500).parallelStream().forEach(resolver::resolve);
    }
}
