package coref;

import java.util.List;
import opennlp.tools.tokenize.SimpleTokenizer;
import opennlp.tools.util.Span;

/** Finds the mentions of a document, and links each to an earlier one. */
class Resolver {
    private final Lexicon lexicon;

    Resolver(Lexicon lexicon) {
        this.lexicon = lexicon;
    }

    void resolve(Document document) {
        String[] tokens = tokens(document);
        findMentions(document, tokens);
        for (Mention mention : document.mentions) {
            link(mention, document.mentions);
        }
    }

    String[] tokens(Document document) {
        return SimpleTokenizer.INSTANCE.tokenize(document.text);
    }

    String stem(String token) {
        return Stems.of(token);
    }

    private void findMentions(Document document, String[] tokens) {
        for (Span name : lexicon.names(tokens)) {
            document.mentions.add(new Mention(tokens[name.getEnd() - 1], name.getStart()));
        }
        for (int i = 0; i < tokens.length; i++) {
            if (lexicon.isNoun(stem(tokens[i]))) {
                document.mentions.add(new Mention(tokens[i].toLowerCase(), i));
            }
        }
        document.mentions.sort((left, right) -> Integer.compare(left.position, right.position));
    }

    private void link(Mention mention, List<Mention> mentions) {
        for (Mention earlier : mentions) {
            if (earlier.position >= mention.position) {
                return;
            }
            if (mention.isPronoun() ? !earlier.isPronoun() : stem(earlier.head).equals(stem(mention.head))) {
                mention.antecedent = earlier.antecedent;
            }
        }
    }
}
