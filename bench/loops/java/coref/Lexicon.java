package coref;

import java.util.HashSet;
import java.util.Set;
import opennlp.tools.dictionary.Dictionary;
import opennlp.tools.namefind.DictionaryNameFinder;
import opennlp.tools.util.Span;
import opennlp.tools.util.StringList;

/** Known names and nouns; filled once, then only read. */
final class Lexicon {
    private final DictionaryNameFinder names;
    private final Set<String> nouns;

    Lexicon() {
        Dictionary dictionary = new Dictionary();
        dictionary.put(new StringList("Ada", "Lovelace"));
        dictionary.put(new StringList("Babbage"));
        dictionary.put(new StringList("London"));
        names = new DictionaryNameFinder(dictionary);
        nouns = new HashSet<>(Set.of("he", "she", "it", "engin", "machin", "number", "citi"));
    }

    Span[] names(String[] tokens) {
        return names.find(tokens);
    }

    boolean isNoun(String stem) {
        return nouns.contains(stem);
    }
}
