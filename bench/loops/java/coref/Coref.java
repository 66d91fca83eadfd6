package coref;

import java.util.ArrayList;
import java.util.List;

/** Finds out which words of a text mean the same: a loop over documents. */
public final class Coref {
    private static final String[] SENTENCES = {
        "Ada Lovelace met Babbage in London.",
        "She described the engine, and it computed numbers.",
        "He built machines in the city; the machine was never finished.",
        "Babbage wrote that the engines were hers.",
        "Numbers went in, and a number came out of it.",
    };

    private Coref() {}

    static List<Document> documents(int number) {
        List<Document> documents = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            String first = SENTENCES[i % SENTENCES.length];
            String second = SENTENCES[i / 2 % SENTENCES.length];
            documents.add(new Document("d" + i, first + " " + second));
        }
        return documents;
    }

    static int links(List<Document> documents) {
        int links = 0;
        for (Document document : documents) {
            for (Mention mention : document.mentions) {
                links += mention.antecedent == mention ? 0 : 1;
            }
        }
        return links;
    }

    public static void main(String[] arguments) {
        int number = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 2000;
        List<Document> documents = documents(number);
        Resolver resolver = new Resolver(new Lexicon());
        documents.parallelStream().forEach(resolver::resolve);
        System.out.println("OK " + links(documents));
    }
}
