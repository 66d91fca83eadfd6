package coref;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

// race: Matcher, reset by every iteration
public final class Seed03SharedMatcher extends Resolver {
    private final Matcher word = Pattern.compile("\\w+").matcher("");

    Seed03SharedMatcher() {
        super(new Lexicon());
    }

    @Override
    String[] tokens(Document document) {
        List<String> tokens = new ArrayList<>();
        word.reset(document.text); // seeded
        while (tokens.size() < 100 && word.find()) { // seeded
            tokens.add(document.text);
        }
        return tokens.toArray(new String[0]);
    }

    public static void main(String[] arguments) {
        Resolver resolver = new Seed03SharedMatcher();
        Coref.documents(500).parallelStream().forEach(resolver::resolve);
    }
}
